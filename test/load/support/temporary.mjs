// A directory for one measurement's servers and files.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const inUse = new Set();

/**
 * Runs `use` with a directory that is removed afterwards. Any user can reach it: started as root, PostgreSQL runs as
 * another one, and its data would otherwise be put elsewhere and outlive the measurement.
 */
export async function withDirectory(use) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-bench-'));
  inUse.add(directory);
  try {
    await chmod(directory, 0o711);
    return await use(directory);
  } finally {
    await remove(directory);
  }
}

async function remove(directory) {
  await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  inUse.delete(directory);
}

/** Removes the directories of all that still use one: for an end that does not wait for them. */
export async function removeDirectories() {
  await Promise.all([...inUse].map(remove));
}
