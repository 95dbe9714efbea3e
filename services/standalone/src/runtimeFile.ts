import { stopProcesses, waitForEnd } from '@sluice/embedded';
import { processIdentity } from '@sluice/runtime';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Content of `runtime.json`: the addresses of a running copy, by which the command line finds its database. */
export interface RuntimeInfo {
  readonly baseUrl: string;
  /** `PUBLIC_URL`, where people open pages; absent if it is not set. */
  readonly publicUrl?: string;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly redisQueueUrl: string;
  readonly ports: { readonly public: number; readonly admin: number };
  /** Process ids by role: `main`, `workers`, and `postgres` and `redis` if they are embedded. */
  readonly pids: Readonly<Record<string, number>>;
}

interface RuntimeRecord extends RuntimeInfo {
  /** Distinguishes the worker process from a later one with the same id. */
  readonly workersIdentity?: string;
}

const LEFTOVER_MS = 10_000;

const fileIn = (dataDir: string): string => path.join(dataDir, 'runtime.json');

/** Writes the file atomically, readable by its owner only: it contains passwords. */
export async function writeRuntimeFile(dataDir: string, info: RuntimeInfo): Promise<void> {
  const workers = info.pids['workers'];
  const workersIdentity = workers === undefined ? undefined : await processIdentity(workers);
  const record: RuntimeRecord = { ...info, ...(workersIdentity === undefined ? {} : { workersIdentity }) };
  const draft = `${fileIn(dataDir)}.new`;
  await writeFile(draft, `${JSON.stringify(record, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, fileIn(dataDir));
}

/** Removes the file. */
export function removeRuntimeFile(dataDir: string): Promise<void> {
  return rm(fileIn(dataDir), { force: true });
}

/**
 * Waits for the worker process of a killed run, which ends when its parent has ended, and kills it after a timeout.
 * Servers that outlived the run are stopped by their own next start.
 */
export async function endOrphanedWorkers(dataDir: string): Promise<void> {
  const text = await readFile(fileIn(dataDir), 'utf8').catch(() => '');
  const record = parseRecord(text);
  const pid = record?.pids?.['workers'];
  if (pid === undefined || record?.workersIdentity === undefined) return;
  if ((await processIdentity(pid)) !== record.workersIdentity) return;
  if (await waitForEnd([pid], LEFTOVER_MS)) return;
  await stopProcesses([pid], [{ signal: 'SIGKILL', waitMs: LEFTOVER_MS }]);
}

function parseRecord(text: string): Partial<RuntimeRecord> | undefined {
  try {
    return JSON.parse(text) as Partial<RuntimeRecord>;
  } catch {
    return undefined;
  }
}
