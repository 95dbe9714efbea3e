import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Env } from '@sluice/runtime';
import { CliError } from '../cliError.js';

/** Where the system that a command works on is reached; what is not known is absent. */
export interface Place {
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** The Redis of the queues; the same as {@link redisUrl} unless told otherwise. */
  readonly queueRedisUrl: string | undefined;
  /** `http://host:port` of the public port. */
  readonly baseUrl: string | undefined;
  /** DSN of the demo project. */
  readonly demoDsn: string | undefined;
  /** Directory that was looked into. */
  readonly dataDir: string;
}

/** Directories that relative paths start from. */
export interface Directories {
  readonly cwd: string;
  /** The checkout, where `npm start` keeps its `.data`. */
  readonly root: string;
}

/**
 * Finds the system: `DATABASE_URL`, `REDIS_URL`, `REDIS_QUEUE_URL`, `SLUICE_URL` and `SLUICE_DSN` win; what they leave
 * open comes from `runtime.json` and `demo.json` of a running `npm start` in `DATA_DIR` (`.data` of the checkout).
 * The files of another system are not mixed in: with a `DATABASE_URL` of its own, only a copy on that database counts.
 */
export async function findPlace(env: Env, { cwd, root }: Directories): Promise<Place> {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const dataDirSetting = given('DATA_DIR');
  const dataDir = dataDirSetting === undefined ? path.join(root, '.data') : path.resolve(cwd, dataDirSetting);
  const [running, demo] = await Promise.all([
    readRecord(path.join(dataDir, 'runtime.json')),
    readRecord(path.join(dataDir, 'demo.json')),
  ]);
  const databaseUrl = given('DATABASE_URL');
  const same = databaseUrl === undefined || databaseUrl === running['databaseUrl'];
  const noted = (record: Readonly<Record<string, string>>, name: string): string | undefined =>
    same ? record[name] : undefined;
  const redisUrl = given('REDIS_URL') ?? noted(running, 'redisUrl');
  return {
    databaseUrl: databaseUrl ?? running['databaseUrl'],
    redisUrl,
    queueRedisUrl:
      given('REDIS_QUEUE_URL') ??
      (given('REDIS_URL') === undefined ? noted(running, 'redisQueueUrl') : undefined) ??
      redisUrl,
    baseUrl: given('SLUICE_URL') ?? noted(running, 'baseUrl'),
    demoDsn: given('SLUICE_DSN') ?? noted(demo, 'dsn'),
    dataDir,
  };
}

/** The texts of a JSON file; nothing where it is missing or not an object. */
async function readRecord(file: string): Promise<Readonly<Record<string, string>>> {
  try {
    const record: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof record !== 'object' || record === null) return {};
    return Object.fromEntries(
      Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}

/** The database's URL, or a {@link CliError} that says how to have one. */
export function needDatabase({ databaseUrl, dataDir }: Place): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new CliError(
    'not_running',
    `Nothing is running here (no ${path.join(dataDir, 'runtime.json')}). Run npm start, or set DATABASE_URL or DATA_DIR.`,
  );
}
