import { createOrganization, createProject, createToken, type Database, type Scope } from '@sluice/db';
import { createLogger, createMetrics } from '@sluice/runtime';
import { createTestDatabase } from '@sluice/testkit';
import { request as httpRequest } from 'node:http';
import { DEFAULT_API_CONFIG, readApiConfig, type ApiConfig } from '../config.js';
import { createApi } from '../createApi.js';
import { createApiServer } from '../http/createApiServer.js';
import { createAnswerChecker } from './answerChecker.js';

/** One tenant, and what it needs to ask. */
export interface Tenant {
  readonly organizationId: string;
  readonly organization: string;
  readonly projectId: string;
  readonly project: string;
  readonly key: string;
  /** A token of every scope, and one of each alone. */
  readonly token: string;
  readonly tokens: Readonly<Record<Scope, string>>;
  /** `/api/0/projects/{org}/{project}`. */
  readonly path: string;
}

/** An answer as it came. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; `undefined` where there is none. */
  readonly body: unknown;
}

/** What is sent beside method and path. */
export interface Ask {
  readonly method?: string;
  readonly token?: string | undefined;
  /** Sent as JSON, a string as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A read API on a database and a port of its own; every answer is held against its documented schema. */
export interface TestApi {
  readonly db: Database;
  readonly url: string;
  /** Milliseconds since 1970 that the API takes for now. */
  now: number;
  readonly newTenant: (slug: string) => Promise<Tenant>;
  /** A further project of the tenant's organization. */
  readonly newProject: (tenant: Tenant, slug: string) => Promise<Tenant>;
  /** Rejects where the answer is not what is documented. */
  readonly ask: (path: string, ask?: Ask) => Promise<Answer>;
  /** Stops the API alone, as a process would. */
  readonly stopServing: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** Starts one. Its clock stands still at the begin of this hour unless it is set. */
export async function startTestApi(config: Partial<ApiConfig> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const logger = createLogger('api', 'error');
  const check = createAnswerChecker();
  const undocumented: Error[] = [];
  const onAnswer: typeof check = (operation, reply) => {
    try {
      check(operation, reply);
    } catch (error) {
      undocumented.push(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const api: { now: number } = { now: Date.now() - (Date.now() % 3_600_000) };
  const instance = createApi(
    { logger, metrics: createMetrics(), clock: () => api.now, onAnswer },
    { ...DEFAULT_API_CONFIG, databaseUrl: database.url, ...config },
  );
  const server = createApiServer(instance.handler, readApiConfig({ HOST: '127.0.0.1', PORT: '0' }).server);
  await instance.start();
  await server.start();
  const url = `http://127.0.0.1:${server.port()}`;
  let stopped: Promise<void> | undefined;
  const stopServing = (): Promise<void> => (stopped ??= server.stop().then(instance.stop));
  return Object.assign(api, {
    db: database.db,
    url,
    newTenant: (slug: string) => newTenant(database.db, slug),
    newProject: async (tenant: Tenant, slug: string) => ({
      ...tenant,
      ...(await projectOf(database.db, tenant, slug)),
    }),
    ask: async (path: string, ask: Ask = {}) => {
      const answer = await send(`${url}${path}`, ask);
      const [error] = undocumented.splice(0);
      if (error !== undefined) throw error;
      return answer;
    },
    stopServing,
    stop: async () => {
      await stopServing();
      await database.drop();
    },
  });
}

async function newTenant(db: Database, slug: string): Promise<Tenant> {
  const { id } = await createOrganization(db, slug);
  const tokenFor = async (...scopes: readonly Scope[]): Promise<string> =>
    (await createToken(db, { organization: slug, scopes })).secret;
  const owner = { organization: slug, organizationId: id };
  return {
    ...owner,
    ...(await projectOf(db, owner, 'web')),
    token: await tokenFor('project:read', 'project:admin', 'project:releases'),
    tokens: {
      'project:read': await tokenFor('project:read'),
      'project:admin': await tokenFor('project:admin'),
      'project:releases': await tokenFor('project:releases'),
    },
  };
}

async function projectOf(db: Database, { organization }: Pick<Tenant, 'organization'>, slug: string) {
  const { project, key } = await createProject(db, { organization, project: slug });
  return { projectId: project.id, project: slug, key: key.key, path: `/api/0/projects/${organization}/${slug}` };
}

function send(url: string, { method = 'GET', token, body, headers = {} }: Ask): Promise<Answer> {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  const all = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers: all, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const received = Buffer.concat(chunks).toString();
        const isJson = /^application\/json/.test(response.headers['content-type'] ?? '') && received !== '';
        const parsed: unknown = isJson ? JSON.parse(received) : undefined;
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: received, body: parsed });
      });
    });
    request.on('error', reject);
    request.end(text);
  });
}
