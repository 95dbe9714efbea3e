import { createDepthReader, createPublisher, type Publisher } from '@sluice/queues';
import {
  closeRedis,
  connectRedis,
  createAllowance,
  createBacklogFlag,
  createProjection,
  createVisitorKeys,
  isRedisUsable,
  probeServers,
  type Allowance,
  type RedisClient,
} from '@sluice/redis';
import type { HealthCheck, NamedComponent } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayConfig } from './config.js';
import type { GatewayDeps } from './gatewayDeps.js';
import { watchPressure, type Pressure } from './pressure/watchPressure.js';
import { createVisitorHasher, type VisitorHasher } from './visitors/createVisitorHasher.js';
import { createSettingsCache, type SettingsCache } from './settings/settingsCache.js';

/** The connections of a gateway and what uses them. */
export interface Backends {
  readonly allowance: Allowance;
  readonly publisher: Publisher;
  readonly settings: SettingsCache;
  readonly pressure: Pressure;
  readonly visitors: VisitorHasher;
  /** Whether every server of both Redis connections is alive. */
  readonly isUsable: () => boolean;
  readonly components: readonly NamedComponent[];
  readonly checks: readonly HealthCheck[];
}

/**
 * Opens the connections of a gateway: for allowance and settings, for the memory of the Redis with the queues (if it
 * is another one), of the publisher, and of the depth reader.
 */
export function connectBackends(
  { database, logger, metrics, clock, allowanceClock }: GatewayDeps,
  config: GatewayConfig,
): Backends {
  const isSpooling = config.spoolDir !== undefined;
  const { redisUrl, redisQueueUrl, shards, duplicateWindowMs: markTtlMs, publishLingerMs: lingerMs } = config;
  const client = connectRedis({ url: redisUrl, name: 'gateway', logger });
  const queueClient =
    redisQueueUrl === redisUrl ? undefined : connectRedis({ url: redisQueueUrl, name: 'gateway', logger });
  const clients = queueClient === undefined ? [client] : [client, queueClient];
  const publisher = createPublisher({
    url: redisQueueUrl,
    shards,
    lingerMs,
    markTtlMs,
    logger,
    metrics,
  });
  const depth = createDepthReader({ url: redisQueueUrl, shards, logger });
  const projection = createProjection(client);
  const settings = createSettingsCache({ projection, findKey: database.findKey, logger }, { ...config, isSpooling });
  const backlogFlag = createBacklogFlag(client);
  const isUsable = (): boolean => isRedisUsable(client) && publisher.isUsable();
  const pressure = watchPressure({ clients, backlogFlag, depth, logger }, config, config.pressureCheckMs);
  const visitors = createVisitorHasher({ keys: createVisitorKeys(client), clock, logger });
  return {
    allowance: createAllowance(client, allowanceClock),
    publisher,
    settings,
    pressure,
    visitors,
    isUsable,
    components: [
      { name: 'redis', start: () => Promise.resolve(), stop: () => closeAll(clients) },
      // The publisher confirms the number of queue shards.
      { name: 'depth', start: () => Promise.resolve(), stop: depth.stop },
      { name: 'publisher', ...publisher },
      { name: 'connections', start: () => waitUntil(isUsable), stop: () => Promise.resolve() },
      { name: 'settings', start: settings.start, stop: settings.stop },
      { name: 'visitors', start: visitors.start, stop: visitors.stop },
      { name: 'pressure', start: pressure.start, stop: pressure.stop },
    ],
    // With a spool, the spool decides about readiness, because it covers outages of Redis.
    checks: isSpooling
      ? []
      : [writeCheck('redis', () => probeServers(client)), writeCheck('redis_queues', publisher.problem)],
  };
}

/** Longest wait for the connections at the start. Afterwards requests get 503 until they are open. */
const CONNECT_MS = 2_000;
const CHECK_MS = 10;

async function waitUntil(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + CONNECT_MS;
  while (!condition() && performance.now() < deadline) await delay(CHECK_MS);
}

async function closeAll(clients: readonly RedisClient[]): Promise<void> {
  await Promise.all(clients.map(closeRedis));
}

const writeCheck = (name: string, problem: () => Promise<string | undefined>): HealthCheck => ({
  name,
  check: async () => {
    const found = await problem();
    return found === undefined ? undefined : `${found}; requests get 503 until then`;
  },
});
