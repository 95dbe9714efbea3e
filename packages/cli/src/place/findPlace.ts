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
  /** The admin port, on loopback, of the copy that runs here. */
  readonly adminPort: number | undefined;
  /** DSN of the demo project. */
  readonly demoDsn: string | undefined;
  /** How the demo project of `npm start` is read. */
  readonly demo: DemoAccess | undefined;
  /** Directory that was looked into. */
  readonly dataDir: string;
}

/** What `demo.json` says of the demo project. */
interface DemoAccess {
  readonly baseUrl: string;
  readonly organization: string;
  readonly project: string;
  readonly token: string;
}

/** What is noted in a file; anything but text is left out. */
type TextRecord = Readonly<Record<string, string | undefined>>;

/**
 * Finds the system: `DATABASE_URL`, `REDIS_URL`, `REDIS_QUEUE_URL`, `SLUICE_URL` and `SLUICE_DSN` win; what they leave
 * open comes from `runtime.json` and `demo.json` of a running `npm start` in `DATA_DIR` (`.data`). A relative `DATA_DIR`
 * starts from the checkout, as it does for `npm start`, wherever the command is given.
 * The files of another system are not mixed in: with a `DATABASE_URL` of its own, only a copy on that database counts.
 * @param root the checkout
 */
export async function findPlace(env: Env, root: string): Promise<Place> {
  const given = (name: string): string | undefined => env[name]?.trim() || undefined;
  const dataDir = path.resolve(root, given('DATA_DIR') ?? '.data');
  const [runtimeFile, demoFile] = await Promise.all([
    readObject(path.join(dataDir, 'runtime.json')),
    readObject(path.join(dataDir, 'demo.json')),
  ]);
  const [running, demo] = [textsOf(runtimeFile), textsOf(demoFile)];
  const databaseUrl = given('DATABASE_URL');
  const same = databaseUrl === undefined || databaseUrl === running['databaseUrl'];
  const noted = (record: TextRecord, name: string): string | undefined => (same ? record[name] : undefined);
  const redisUrl = given('REDIS_URL') ?? noted(running, 'redisUrl');
  return {
    databaseUrl: databaseUrl ?? running['databaseUrl'],
    redisUrl,
    queueRedisUrl:
      given('REDIS_QUEUE_URL') ??
      (given('REDIS_URL') === undefined ? noted(running, 'redisQueueUrl') : undefined) ??
      redisUrl,
    baseUrl: given('SLUICE_URL') ?? noted(running, 'baseUrl'),
    adminPort: same ? adminPort(runtimeFile) : undefined,
    demoDsn: given('SLUICE_DSN') ?? noted(demo, 'dsn'),
    demo: same ? demoAccess(demo) : undefined,
    dataDir,
  };
}

function demoAccess({ baseUrl, organization, project, token }: TextRecord): DemoAccess | undefined {
  if (baseUrl === undefined || organization === undefined || project === undefined || token === undefined) {
    return undefined;
  }
  return { baseUrl, organization, project, token };
}

function adminPort({ ports }: Readonly<Record<string, unknown>>): number | undefined {
  const port = (ports as { readonly admin?: unknown } | null | undefined)?.admin;
  return typeof port === 'number' ? port : undefined;
}

/** The object of a JSON file; an empty one where it is missing or something else. */
async function readObject(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textsOf(record: Readonly<Record<string, unknown>>): TextRecord {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The database's URL, or a {@link CliError} that says how to have one. */
export function needDatabase({ databaseUrl, dataDir }: Place): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new CliError(
    'not_running',
    `Nothing is running here (no ${path.join(dataDir, 'runtime.json')}). Run npm start, or set DATABASE_URL or DATA_DIR.`,
  );
}
