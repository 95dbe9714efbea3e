import type { Database } from '@sluice/db';
import { object } from '@sluice/api-contract';
import { validatorFor, createManagementServer, type ServedOperation } from '@sluice/management';
import { createLogger, createMetrics, readSettings, type HealthCheck, type Metrics } from '@sluice/runtime';
import {
  connectAsRole,
  createTenant,
  createTenantProject,
  createTestDatabase,
  testDirectory,
  useResource,
  type Tenant,
} from '@sluice/testkit';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import path from 'node:path';
import { SOURCEMAPS_SERVICE_SETTINGS, type SourcemapsConfig } from '../config.js';
import { createSourcemaps } from '../createSourcemaps.js';
import { formOf, type Part, type SentBody } from './formOf.js';

/** A response as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** Headers and body of a request. */
interface Ask {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly body?: SentBody;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The service with a separate database, directory and port; every response is checked against its schema. */
export interface TestSourcemaps {
  readonly db: Database;
  readonly url: string;
  readonly port: number;
  readonly metrics: Metrics;
  readonly checks: readonly HealthCheck[];
  readonly newTenant: (slug: string) => Promise<Tenant>;
  readonly newProject: (tenant: Tenant, slug: string) => Promise<Tenant>;
  /** Rejects where no response comes, or another one than is documented. */
  readonly ask: (path: string, ask?: Ask) => Promise<Answer>;
  /** `POST …/sourcemaps` with all scopes. */
  readonly upload: (tenant: Tenant, parts: readonly Part[]) => Promise<Answer>;
  /** Names of all files of uploads under way, and of chunks. */
  readonly scratchFiles: () => Promise<readonly string[]>;
  /** Rows of each table of source maps. */
  readonly rowCounts: () => Promise<Readonly<Record<string, number>>>;
  /** Ends the service and leaves its database. */
  readonly stopService: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A thread runs the output of `node scripts/build.mjs`; Jest transpiles only modules that it loads itself. */
export const WORKER_FILE = path.resolve(
  import.meta.dirname,
  '../../../../packages/sourcemaps/dist/pool/compileWorker.js',
);

/** Starts one with the privileges of its database role only; maintenance runs often. @param workerFile the program of its compiling threads */
export async function startTestSourcemaps(
  config: Partial<SourcemapsConfig> = {},
  workerFile = WORKER_FILE,
): Promise<TestSourcemaps> {
  const database = await createTestDatabase();
  const own = await connectAsRole(database, 'sluice_sourcemaps', 1);
  const scratchDirectory = await testDirectory('uploads');
  const metrics = createMetrics();
  const { service, server: address } = readSettings(SOURCEMAPS_SERVICE_SETTINGS, { HOST: '127.0.0.1', PORT: '0' });
  const documented = createSchemaCheck();
  const instance = createSourcemaps(
    {
      logger: createLogger('sourcemaps', 'fatal'),
      metrics,
      clock: Date.now,
      workerFile,
      onAnswer: documented.onAnswer,
    },
    {
      ...service,
      databaseUrl: own.url,
      scratchDirectory,
      // All tests ask from one address, many of them with tokens that are none.
      access: { ...service.access, maxFailedTokens: 1_000_000 },
      compileThreads: 1,
      maintenanceMs: 50,
      ...config,
    },
  );
  const server = createManagementServer(instance.handler, address);
  await instance.start();
  await server.start();
  const url = `http://127.0.0.1:${server.port()}`;
  const ask = async (target: string, request: Ask = {}): Promise<Answer> => {
    const answer = await sendHttp(`${url}${target}`, request);
    await documented.finish();
    return answer;
  };
  let stopping: Promise<void> | undefined;
  const stopService = (): Promise<void> => (stopping ??= server.stop().then(() => instance.stop()));
  return {
    db: database.db,
    url,
    port: server.port(),
    metrics,
    ask,
    checks: instance.checks,
    newTenant: (slug) => createTenant(database.db, slug),
    newProject: async (tenant, slug) => ({ ...tenant, ...(await createTenantProject(database.db, tenant, slug)) }),
    upload: ({ path: place, token }, parts) =>
      ask(`${place}/sourcemaps`, { method: 'POST', token, body: formOf(parts) }),
    scratchFiles: async () => {
      const names = await readdir(scratchDirectory, { recursive: true });
      return names.filter((name) => name.includes(path.sep) && path.basename(name) !== 'chunks');
    },
    rowCounts: () => rowCounts(database.db),
    stopService,
    stop: async () => {
      await stopService();
      await own.close();
      await database.drop();
    },
  };
}

/** The service for the tests of this file or `describe`. @param config may be a function if it depends on what tests start */
export const useSourcemaps = (
  config: Partial<SourcemapsConfig> | (() => Partial<SourcemapsConfig>) = {},
): TestSourcemaps =>
  useResource(
    () => startTestSourcemaps(typeof config === 'function' ? config() : config),
    ({ stop }) => stop(),
  );

async function rowCounts({ pool }: Database): Promise<Readonly<Record<string, number>>> {
  const tables = ['sourcemaps', 'sourcemap_blobs', 'sourcemap_garbage', 'releases'];
  const { rows } = await pool.query<Record<string, number>>(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  );
  return rows[0] ?? {};
}

/** Holds answers against the schemas of their operations. */
function createSchemaCheck() {
  let checks: Promise<void>[] = [];
  const check = async ({ method, address, response: answer }: ServedOperation, body: unknown): Promise<void> => {
    if (answer === undefined) return;
    // As serialized: fields with `undefined` are omitted.
    const problem = (await validatorFor(object({ answer }), 'body'))(JSON.parse(JSON.stringify({ answer: body })));
    if (problem !== undefined) throw new Error(`${method} ${address} answered something else: ${problem}`);
  };
  return {
    onAnswer: (operation: ServedOperation, { body }: { readonly body: unknown }) => {
      checks.push(check(operation, body));
    },
    finish: async () => {
      const made = checks;
      checks = [];
      await Promise.all(made);
    },
  };
}

/** Sends one request on a separate connection; rejects if there is no response. */
export function sendHttp(url: string, { method = 'GET', token, body, headers = {} }: Ask = {}): Promise<Answer> {
  const all = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': body.type, 'content-length': body.bytes.length }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: all, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('error', reject);
      response.on('end', () => {
        const parsed: unknown = text === '' ? undefined : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: parsed });
      });
    });
    // Sending the rest may fail after the response.
    request.on('error', reject);
    request.end(body?.bytes);
  });
}

/** Status and error code of a refusal. */
export const errorOf = ({ status, body }: Answer): readonly [number, string | undefined] => [
  status,
  (body as { readonly error?: { readonly code: string } } | undefined)?.error?.code,
];

/** The sentence of a refusal. */
export const messageOf = ({ body }: Answer): string =>
  (body as { readonly error?: { readonly message: string } } | undefined)?.error?.message ?? '';
