import type { Database } from '@sluice/db';
import { createManagementServer } from '@sluice/management';
import { createLogger, createMetrics, readSettings } from '@sluice/runtime';
import {
  askHttp,
  connectAsRole,
  createTenant,
  createTenantProject,
  createTestDatabase,
  useResource,
  type Answer,
  type Ask,
  type Tenant,
} from '@sluice/testkit';
import { API_SERVICE_SETTINGS, DEFAULT_API_CONFIG, type ApiConfig } from '../config.js';
import { createApi } from '../createApi.js';
import { createAnswerChecker } from './answerChecker.js';

export { type Answer, type Ask, type Tenant } from '@sluice/testkit';

/**
 * A read API with its own database and port. It has the privileges of its database role only, and every response is checked against its
 * documented schema.
 */
export interface TestApi {
  readonly db: Database;
  readonly url: string;
  /** Milliseconds since 1970 that the API takes for now. */
  now: number;
  readonly newTenant: (slug: string) => Promise<Tenant>;
  /** A further project of the tenant's organization. */
  readonly newProject: (tenant: Tenant, slug: string) => Promise<Tenant>;
  /** Rejects if the response is not as documented. */
  readonly ask: (path: string, ask?: Ask) => Promise<Answer>;
  /** Stops the API alone, as a process would. */
  readonly stopServing: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** All tests send from one address, many of them invalid tokens; and a busy machine is not to decide what they read. */
const PATIENT: ApiConfig = {
  ...DEFAULT_API_CONFIG,
  access: { ...DEFAULT_API_CONFIG.access, maxFailedTokens: 1_000_000 },
  resolveMs: 60_000,
  culpritMs: 60_000,
};

/** Starts a read API. Unless a time is set, its clock is fixed at the start of the current hour. */
export async function startTestApi(config: Partial<ApiConfig> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const own = await connectAsRole(database, 'sluice_api', 1);
  const logger = createLogger('api', 'error');
  const check = createAnswerChecker();
  const undocumented: Error[] = [];
  const onAnswer: typeof check = (operation, reply): void => {
    try {
      check(operation, reply);
    } catch (error) {
      undocumented.push(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const api: { now: number } = { now: Math.floor(Date.now() / 3_600_000) * 3_600_000 };
  const instance = createApi(
    { logger, metrics: createMetrics(), clock: () => api.now, onAnswer, onAccountAnswer: onAnswer },
    { ...PATIENT, databaseUrl: own.url, ...config },
  );
  const server = createManagementServer(
    instance.handler,
    readSettings(API_SERVICE_SETTINGS, { HOST: '127.0.0.1', PORT: '0' }).server,
  );
  await instance.start();
  await server.start();
  const url = `http://127.0.0.1:${server.port()}`;
  let stopped: Promise<void> | undefined;
  const stopServing = (): Promise<void> => (stopped ??= server.stop().then(instance.stop));
  return Object.assign(api, {
    db: database.db,
    url,
    newTenant: (slug: string) => createTenant(database.db, slug),
    newProject: async (tenant: Tenant, slug: string) => ({
      ...tenant,
      ...(await createTenantProject(database.db, tenant, slug)),
    }),
    ask: async (path: string, ask: Ask = {}) => {
      const answer = await askHttp(`${url}${path}`, ask);
      const [error] = undocumented.splice(0);
      if (error !== undefined) throw error;
      return answer;
    },
    stopServing,
    stop: async () => {
      await stopServing();
      await own.close();
      await database.drop();
    },
  });
}

/** A read API for the tests of this file or `describe`. @param config may be a function if it depends on what tests start */
export const useApi = (config: Partial<ApiConfig> | (() => Partial<ApiConfig>) = {}): TestApi =>
  useResource(
    () => startTestApi(typeof config === 'function' ? config() : config),
    ({ stop }) => stop(),
  );
