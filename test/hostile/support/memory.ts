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

/** Returns the given Node processes and their Node children, without servers (PostgreSQL, Redis). */
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

/** Returns the ids of the given Node processes and of their Node children. Linux only; `undefined` elsewhere. */
export const residentPids = async (roots: readonly number[]): Promise<readonly number[] | undefined> =>
  (await residents(roots))?.map(({ pid }) => pid);

/**
 * Returns the resident memory, in megabytes, of the given Node processes and their Node children, which read the
 * input of clients. Excludes servers (PostgreSQL, Redis). Linux only; `undefined` elsewhere.
 */
export async function residentMegabytes(roots: readonly number[]): Promise<number | undefined> {
  const ours = await residents(roots);
  return ours === undefined ? undefined : ours.reduce((sum, { residentKb }) => sum + residentKb, 0) / 1024;
}
