// A directory for one measurement's servers and files.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/**
 * Runs `use` with a directory that is removed afterwards. Any user can reach it: started as root, PostgreSQL runs as
 * another one, and its data would otherwise be put elsewhere and outlive the measurement.
 */
export async function withDirectory(use) {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-bench-'));
  try {
    await chmod(directory, 0o711);
    return await use(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
