import {
  DEFAULT_ORGANIZATION_SETTINGS,
  DEFAULT_PROJECT_SETTINGS,
  parseProjectKey,
  type ProjectSettings,
  type ProjectedProject,
} from '@sluice/contract';
import { connectPatientRedis, closeRedis, createProjection, type Projection, type RedisClient } from '@sluice/redis';
import { createMetrics, checkReadiness, silentLogger, systemClock, type Clock, type Metrics } from '@sluice/runtime';
import { waitFor } from '@sluice/testkit';
import { randomBytes } from 'node:crypto';
import { DEFAULT_GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { createGateway, type Gateway } from '../createGateway.js';
import type { GatewayDatabase } from '../gatewayDeps.js';

/** A Postgres that holds nothing and answers at once; `isAway` makes every call fail. */
export interface StubDatabase extends GatewayDatabase {
  isAway: boolean;
  readonly keys: Map<string, ProjectedProject | null>;
  /** How often a key was asked for. */
  keyCalls: number;
  /** What gateways said they acknowledged, by type. */
  readonly acknowledged: Record<string, number>;
}

/** What a gateway asks of Postgres, answered from memory: whole databases are tested from outside. */
export function stubDatabase(): StubDatabase {
  const ask = <T>(answer: () => T): Promise<T> =>
    database.isAway ? Promise.reject(new Error('connect ECONNREFUSED')) : Promise.resolve(answer());
  const database: StubDatabase = {
    isAway: false,
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
  };
  return database;
}

/** A gateway under test. */
export interface RunningGateway extends Gateway {
  readonly url: string;
  readonly metrics: Metrics;
}

/** How a test's gateway differs from the usual one. */
export interface GatewayOptions {
  readonly database?: GatewayDatabase;
  readonly clock?: Clock;
  readonly config?: Partial<GatewayConfig>;
}

/** Starts a gateway on a free port of this machine; resolves when it is ready. */
export async function startGateway(redisUrl: string, options: GatewayOptions = {}): Promise<RunningGateway> {
  const metrics = createMetrics();
  const { database = stubDatabase(), clock = systemClock } = options;
  const config = { ...DEFAULT_GATEWAY_CONFIG, host: '127.0.0.1', port: 0, redisUrl, redisQueueUrl: redisUrl };
  const gateway = createGateway(
    { database, logger: silentLogger, metrics, clock },
    { ...config, pressureCheckMs: 50, settingsRefreshMs: 50, shutdownMs: 2_000, ...options.config },
  );
  await gateway.start();
  await waitFor(async () => (await checkReadiness({ checks: gateway.checks, isStopping: () => false })).ready);
  return { ...gateway, metrics, url: `http://127.0.0.1:${gateway.port()}/api/envelope` };
}

/** A new key, as clients send it. */
export const newKey = (): string => randomBytes(16).toString('hex');

/** A new server key, as servers send it. */
export const newServerKey = (): string => `sls_${randomBytes(32).toString('hex')}`;

/** A project with default settings, of an organization of its own. */
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

/** The settings side of a Redis under test: writes projects as housekeeping would. */
export interface TestProjection {
  readonly client: RedisClient;
  readonly projection: Projection;
  /** Makes the project known by a key and answers it: a new public one unless one is given. */
  readonly add: (project: ProjectedProject, key?: string) => Promise<string>;
  readonly close: () => Promise<void>;
}

/** Connects to a Redis as housekeeping. */
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

/** An answer with its body parsed. */
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
