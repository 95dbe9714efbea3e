import { readdir, readFile } from 'node:fs/promises';

interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly residentKb: number;
}

async function factsOf(pid: number): Promise<ProcessFacts | undefined> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const field = (name: string): string => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? '0';
    return { pid, parent: Number(field('PPid')), command: field('Name'), residentKb: Number(field('VmRSS')) };
  } catch {
    return undefined;
  }
}

/** The given Node processes and those that they started, servers below (PostgreSQL, Redis) left out. */
async function residents(roots: readonly number[]): Promise<readonly ProcessFacts[] | undefined> {
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(factsOf))).filter((facts) => facts !== undefined);
  if (all.length === 0) return undefined;
  const counted = new Set(roots);
  for (let grown = true; grown;) {
    grown = false;
    for (const { pid, parent } of all) {
      if (!counted.has(parent) || counted.has(pid)) continue;
      counted.add(pid);
      grown = true;
    }
  }
  return all.filter(({ pid, command }) => counted.has(pid) && /^(node|MainThread|sluice)/.test(command));
}

/** Ids of the given Node processes and of the Node processes they started. Linux only; `undefined` elsewhere. */
export const residentPids = async (roots: readonly number[]): Promise<readonly number[] | undefined> =>
  (await residents(roots))?.map(({ pid }) => pid);

/**
 * Megabytes resident in the given Node processes and in the Node processes they started: those that read what clients
 * send. Servers below (PostgreSQL, Redis) are not counted. Linux only; `undefined` elsewhere.
 */
export async function residentMegabytes(roots: readonly number[]): Promise<number | undefined> {
  const ours = await residents(roots);
  return ours === undefined ? undefined : ours.reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
}
