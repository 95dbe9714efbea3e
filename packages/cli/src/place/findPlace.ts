import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { settingText, withPassword, type Env } from '@sluice/runtime';
import { CliError } from '../cliError.js';

/** Addresses of the system that a command works on; unknown ones are absent. */
export interface Place {
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** Redis of the queues; {@link redisUrl} by default. */
  readonly queueRedisUrl: string | undefined;
  /** `http://host:port` of the public port. */
  readonly baseUrl: string | undefined;
  /** Base URL of DSNs and of links that people open: `SLUICE_URL`, or `PUBLIC_URL` of the running `npm start`, or {@link baseUrl}. */
  readonly publicUrl: string | undefined;
  /** Admin port of the running `npm start`, on loopback. */
  readonly adminPort: number | undefined;
  /** DSN of the demo project. */
  readonly demoDsn: string | undefined;
  /** Access to the demo project of `npm start`. */
  readonly demo: DemoAccess | undefined;
  /** The data directory that was read. */
  readonly dataDir: string;
}

/** Content of `demo.json`. */
interface DemoAccess {
  readonly baseUrl: string;
  readonly organization: string;
  readonly project: string;
  readonly token: string;
}

/** String fields of a JSON file; other fields are dropped. */
type TextRecord = Readonly<Record<string, string | undefined>>;

/**
 * Finds the system from `DATABASE_URL`, `REDIS_URL`, `REDIS_QUEUE_URL`, their passwords, `SLUICE_URL` and `SLUICE_DSN`; each may be
 * in a file (`DATABASE_PASSWORD_FILE`). Missing values come from
 * `runtime.json` and `demo.json` of a running `npm start` in `DATA_DIR` (`.data`). A relative `DATA_DIR` is resolved from the
 * checkout, as for `npm start`, in any working directory. With an explicit `DATABASE_URL`, the files count only if they belong
 * to the same database.
 * @param root the checkout
 */
export async function findPlace(env: Env, root: string): Promise<Place> {
  const given = (name: string): string | undefined => settingText(env, name);
  const address = (name: string, password: string): string | undefined => {
    const url = given(name);
    return url === undefined ? undefined : withPassword(url, given(password) ?? '');
  };
  const dataDir = path.resolve(root, given('DATA_DIR') ?? '.data');
  const [runtimeFile, demoFile] = await Promise.all([
    readObject(path.join(dataDir, 'runtime.json')),
    readObject(path.join(dataDir, 'demo.json')),
  ]);
  const [running, demo] = [textsOf(runtimeFile), textsOf(demoFile)];
  const databaseUrl = address('DATABASE_URL', 'DATABASE_PASSWORD');
  const same = databaseUrl === undefined || databaseUrl === running['databaseUrl'];
  const noted = (record: TextRecord, name: string): string | undefined => (same ? record[name] : undefined);
  const redisUrl = address('REDIS_URL', 'REDIS_PASSWORD') ?? noted(running, 'redisUrl');
  return {
    databaseUrl: databaseUrl ?? running['databaseUrl'],
    redisUrl,
    queueRedisUrl:
      address('REDIS_QUEUE_URL', 'REDIS_PASSWORD') ??
      (given('REDIS_URL') === undefined ? noted(running, 'redisQueueUrl') : undefined) ??
      redisUrl,
    baseUrl: given('SLUICE_URL') ?? noted(running, 'baseUrl'),
    publicUrl: given('SLUICE_URL') ?? noted(running, 'publicUrl') ?? noted(running, 'baseUrl'),
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

/** Reads an object from a JSON file; empty if the file is missing or not an object. */
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

/** Returns the database URL. @throws CliError with a remedy if it is unknown */
export function needDatabase({ databaseUrl, dataDir }: Place): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new CliError(
    'not_running',
    `No running system found (no ${path.join(dataDir, 'runtime.json')}). Run npm start, or set DATABASE_URL or DATA_DIR.`,
  );
}
