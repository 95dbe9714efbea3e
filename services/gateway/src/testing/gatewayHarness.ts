import { parseProjectKey } from '@sluice/contract/node';
import {
  DEFAULT_ORGANIZATION_SETTINGS,
  DEFAULT_PROJECT_SETTINGS,
  type ProjectSettings,
  type ProjectedProject,
} from '@sluice/contract';
import type { NewRefusedSample } from '@sluice/accounting';
import { connectPatientRedis, closeRedis, createProjection, type Projection, type RedisClient } from '@sluice/redis';
import {
  createMetrics,
  checkReadiness,
  NO_TRACING,
  silentLogger,
  systemClock,
  type Clock,
  type Metrics,
  type Tracing,
} from '@sluice/runtime';
import { useResource, waitFor } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { DEFAULT_GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { createGateway, type Gateway } from '../createGateway.js';
import type { GatewayDatabase } from '../gatewayDeps.js';

/** An empty PostgreSQL that answers at once. With `isUnavailable` every call fails. */
export interface StubDatabase extends GatewayDatabase {
  isUnavailable: boolean;
  /** Calls that failed. */
  failures: number;
  readonly keys: Map<string, ProjectedProject | null>;
  /** Number of key lookups. */
  keyCalls: number;
  /** Acknowledged events by type. */
  readonly acknowledged: Record<string, number>;
  /** Refused requests by origin, and samples. */
  readonly origins: Record<string, number>;
  /** Refused requests by disabled key. */
  readonly refusedKeys: Record<string, number>;
  /** What SDKs sent or dropped besides events, by kind, name and reason. */
  readonly sdkCounts: Record<string, number>;
  readonly samples: NewRefusedSample[];
}

/** Returns a stub of the gateway's queries to PostgreSQL. */
export function stubDatabase(): StubDatabase {
  const ask = <T>(answer: () => T): Promise<T> => {
    if (!database.isUnavailable) return Promise.resolve(answer());
    database.failures += 1;
    return Promise.reject(new Error('connect ECONNREFUSED'));
  };
  const database: StubDatabase = {
    isUnavailable: false,
    failures: 0,
    keyCalls: 0,
    keys: new Map(),
    findKey: (key) => {
      database.keyCalls += 1;
      return ask(() => database.keys.get(key));
    },
    ledgerSeed: () => ask(() => ({ months: [], hours: [], firstAccepted: [] })),
    acknowledged: {},
    storeAcknowledged: (_gateway, counts) =>
      ask(() => {
        for (const { type, count } of counts) database.acknowledged[type] = count;
      }),
    origins: {},
    storeRefusedOrigins: (_gateway, counts) =>
      ask(() => {
        for (const { origin, count } of counts) database.origins[origin] = count;
      }),
    refusedKeys: {},
    storeRefusedKeys: (_gateway, counts) =>
      ask(() => {
        for (const { key, count } of counts) database.refusedKeys[key] = count;
      }),
    sdkCounts: {},
    storeSdkCounts: (_gateway, counts) =>
      ask(() => {
        for (const { kind, name, reason, count } of counts) database.sdkCounts[`${kind} ${name} ${reason}`] = count;
      }),
    samples: [],
    storeRefusedSamples: (samples) => ask(() => void database.samples.push(...samples)),
  };
  return database;
}

/** A gateway under test. */
export interface RunningGateway extends Gateway {
  readonly url: string;
  readonly metrics: Metrics;
}

/** Changes to the default gateway of a test. */
export interface GatewayOptions {
  readonly database?: GatewayDatabase;
  readonly clock?: Clock;
  readonly config?: Partial<GatewayConfig>;
  readonly tracing?: Tracing;
}

/** Starts a gateway on a free port. Resolves when it is ready. */
export async function startGateway(redisUrl: string, options: GatewayOptions = {}): Promise<RunningGateway> {
  const metrics = createMetrics();
  const { database = stubDatabase(), clock = systemClock, tracing = NO_TRACING } = options;
  const config = { ...DEFAULT_GATEWAY_CONFIG, host: '127.0.0.1', port: 0, redisUrl, redisQueueUrl: redisUrl };
  const gateway = createGateway(
    { database, logger: silentLogger, metrics, clock, tracing },
    {
      ...config,
      pressureCheckMs: 50,
      settingsRefreshMs: 50,
      shutdownMs: 2_000,
      redisRetryMs: 30_000,
      ...options.config,
    },
  );
  await gateway.start();
  await waitFor(async () => (await checkReadiness({ checks: gateway.checks, isStopping: () => false })).ready);
  return { ...gateway, metrics, url: `http://127.0.0.1:${gateway.port()}/api/envelope` };
}

/** A gateway for the tests of this file or `describe`. */
export const useGateway = (redis: { readonly url: string }, options?: GatewayOptions): RunningGateway =>
  useResource(
    () => startGateway(redis.url, options),
    (gateway) => gateway.stop(),
  );

/** Returns a new public key. */
export const newKey = (): string => randomBytes(16).toString('hex');

/** Returns a new server key. */
export const newServerKey = (): string => `sls_${randomBytes(32).toString('hex')}`;

/** Returns a project with default settings in a new organization. */
export function newProject(settings: Partial<ProjectSettings> = {}, monthly = {}): ProjectedProject {
  const id = String(randomBytes(4).readUInt32BE());
  return {
    projectId: id,
    organizationId: id,
    organization: `org-${id}`,
    project: `project-${id}`,
    settings: { ...DEFAULT_PROJECT_SETTINGS, ...settings },
    monthly: { ...DEFAULT_ORGANIZATION_SETTINGS.monthly, ...monthly },
  };
}

/** Writes projects to the Redis of a test, as housekeeping does. */
export interface TestProjection {
  readonly client: RedisClient;
  readonly projection: Projection;
  /** Adds a project with a key, by default a new public one. Resolves with the key. */
  readonly add: (project: ProjectedProject, key?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Connects to the Redis of a test. */
export function testProjection(redisUrl: string): TestProjection {
  const client = connectPatientRedis({ url: redisUrl, name: 'test' });
  const projection = createProjection(client);
  return {
    client,
    projection,
    add: async (project, key = newKey()) => {
      await projection.put(parseProjectKey(key)?.name ?? key, 1, project);
      return key;
    },
    close: () => closeRedis(client),
  };
}

/** The projection in this Redis for the tests of this file or `describe`. */
export const useProjection = (redis: { readonly url: string }): TestProjection =>
  useResource(
    () => testProjection(redis.url),
    (projection) => projection.close(),
  );

/** A response with its body parsed. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Sends a body (an object as JSON) with a key. */
export async function send(
  url: string,
  key: string | undefined,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-service-auth': `Service service_key=${key}` }),
      ...headers,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as Record<string, unknown> };
}
