import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SpoolFailed } from './errors.js';

interface Holder {
  readonly pid: number;
  readonly identity: string;
}

const ATTEMPTS = 5;
/** Longer than another process takes from reading a stale lock to removing it, in milliseconds. */
const SETTLE_MS = 50;

/**
 * Takes `directory/lock` for this process until released; a lock whose holder no longer lives is taken over. Rejects with
 * a {@link SpoolFailed} that names a living holder. Processes that cannot see each other (containers) must not share a
 * directory: each takes the other's lock for a dead one's.
 */
export async function claimDirectory(directory: string): Promise<() => Promise<void>> {
  const file = path.join(directory, 'lock');
  const mine: Holder = { pid: process.pid, identity: (await identityOf(process.pid)) ?? '' };
  // Two takers of one process are two takers: the content tells them apart.
  const text = JSON.stringify({ ...mine, lock: randomUUID() });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createWhole(file, text)) {
      // Whoever read the same stale lock as we did may be removing it at this moment, and with it ours.
      if (attempt > 0) await delay(SETTLE_MS);
      if ((await readFile(file, 'utf8').catch(() => '')) === text) return () => releaseOwn(file, text);
      continue;
    }
    const held = await readFile(file, 'utf8').catch(() => undefined);
    if (held === undefined) continue;
    const holder = parseHolder(held);
    if (holder !== undefined && (await identityOf(holder.pid)) === holder.identity) {
      throw new SpoolFailed(`it is in use by process ${holder.pid}; every gateway needs a directory of its own`);
    }
    await removeStale(file, held);
  }
  throw new SpoolFailed('it could not be locked: other processes are starting there at this moment');
}

/** Creates the file with all its content or not at all, so that nobody ever reads half a lock. */
async function createWhole(file: string, text: string): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, text, { mode: 0o600 });
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/** Removes the lock that was read as stale, and puts it back if another process has just taken it over. */
async function removeStale(file: string, expected: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  const content = await readFile(aside, 'utf8').catch(() => '');
  if (content !== expected) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

async function releaseOwn(file: string, text: string): Promise<void> {
  const held = await readFile(file, 'utf8').catch(() => undefined);
  if (held === text) await rm(file, { force: true });
}

function parseHolder(text: string): Holder | undefined {
  try {
    const { pid, identity } = JSON.parse(text) as Partial<Holder>;
    return typeof pid === 'number' && typeof identity === 'string' ? { pid, identity } : undefined;
  } catch {
    return undefined;
  }
}

/** Tells a process from any other that ever bears its id, where the system can; `undefined` where no such process lives. */
async function identityOf(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) return undefined;
    // The second field is the command in parentheses and may hold spaces; the start time is the 20th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return fields[0] === 'Z' ? undefined : `${boot.trim()}:${fields[19] ?? ''}`;
  }
  try {
    process.kill(pid, 0);
    return 'alive';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'alive' : undefined;
  }
}
