import { randomUUID } from 'node:crypto';
import { link, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processIdentity } from './processIdentity.js';
import { makeDirectory, UnusableDirectoryError } from './makeDirectory.js';

/** Exclusive use of a directory by this process, until released or until the process ends. */
export interface DirectoryLock {
  readonly release: () => Promise<void>;
}

/** Another process has locked the directory. The message is one line and names that process. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUse';

  /** @param pid the holder; `undefined` where takers got in each other's way */
  constructor(
    directory: string,
    readonly pid?: number,
  ) {
    super(
      pid === undefined
        ? `${directory} could not be locked: other processes are starting there at this moment`
        : `${directory} is in use by process ${pid}`,
    );
  }
}

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

const ATTEMPTS = 5;
/** Milliseconds; longer than another process takes from reading a stale lock to removing it. */
const SETTLE_MS = 50;

/** Content of a released lock. The file is kept, because a full disk takes no new one. */
const RELEASED = '{}';

/**
 * Locks a directory for this process by the file `lock` in it; creates the directory if it is missing. A lock whose
 * process has ended is taken over, even on a full disk. Processes that cannot see each other (containers) must not
 * share a directory: each considers the other's lock stale.
 * @throws DirectoryInUseError, UnusableDirectoryError
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await makeDirectory(directory);
  const file = path.join(directory, 'lock');
  const mine: Holder = { pid: process.pid, identity: (await processIdentity(process.pid)) ?? '' };
  // The content distinguishes two callers in one process.
  const text = JSON.stringify({ ...mine, lock: randomUUID() });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const held = await readFile(file, 'utf8').catch(() => undefined);
    const holder = held === undefined ? undefined : parseHolder(held);
    if (holder !== undefined && (await processIdentity(holder.pid)) === holder.identity) {
      throw new DirectoryInUseError(directory, holder.pid);
    }
    const isMade = held === undefined ? await createWhole(file, text) : await takeOver(file, held, text);
    if (!isMade) continue;
    // Another process that read the same stale lock may be removing it, and with it this one.
    await delay(SETTLE_MS);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) return { release: () => releaseOwn(file, text) };
  }
  throw new DirectoryInUseError(directory);
}

/** Creates a file atomically, so that no process reads a part of it. */
async function createWhole(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, text, { mode: 0o600 }).catch((error: unknown) => {
      throw new UnusableDirectoryError(path.dirname(file), error);
    });
    return await linkNew(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Takes over a stale lock: renames it, so that no other process sees it, and rewrites it in place, which works on a
 * full disk. A lock that another process has taken over in the meantime is restored.
 */
async function takeOver(file: string, expected: string, text: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return false;
  }
  try {
    const isStale = (await readFile(aside, 'utf8').catch(() => '')) === expected;
    if (isStale) await overwrite(aside, text);
    return (await linkNew(aside, file)) && isStale;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Links a file to a new name; returns `false` if the name exists. */
async function linkNew(existing: string, file: string): Promise<boolean> {
  try {
    await link(existing, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function overwrite(file: string, text: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.write(text, 0);
    await handle.truncate(Buffer.byteLength(text));
  } finally {
    await handle.close();
  }
}

async function releaseOwn(file: string, text: string): Promise<void> {
  const held = await readFile(file, 'utf8').catch(() => undefined);
  if (held === text) await overwrite(file, RELEASED);
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, identity } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : undefined;
  } catch {
    return undefined;
  }
}
