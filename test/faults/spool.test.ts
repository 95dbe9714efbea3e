import { randomBytes } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DEFAULT_ORGANIZATION_SETTINGS, DEFAULT_PROJECT_SETTINGS, type Part } from '@sluice/contract';
import { createConsumer } from '@sluice/queues';
import { createAllowance, createProjection } from '@sluice/redis';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { useDirectory, useRedis, useRedisClient, useResource } from '@sluice/testkit';
import { startChild, type Child } from '../e2e/support/child.js';
import { serialOf } from '../e2e/support/events.js';
import { freePortPair } from '../e2e/support/freePort.js';
import { ask } from '../e2e/support/http.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { tally } from '../e2e/support/send.js';
import { letPass, waitFor } from '../e2e/support/waitFor.js';
import { judge } from './support/judge.js';
import { startLoad, summaryOf, type Load } from './support/load.js';
import { faultsSeed, seededRandom } from './support/random.js';

/** One gateway with a spool and its Redis, under load; published jobs are read from the queue, without workers. */

const random = seededRandom(faultsSeed);
const key = randomBytes(16).toString('hex');
const project = {
  projectId: '7',
  organizationId: '1',
  organization: 'acme',
  project: 'shop',
  settings: { ...DEFAULT_PROJECT_SETTINGS, spikeProtection: false },
  monthly: DEFAULT_ORGANIZATION_SETTINGS.monthly,
};

const redis = useRedis();
const connection = useRedisClient(redis);
const directory = useDirectory('spool');
let port: number;
let gateway: Child | undefined;

useResource(
  async () => {
    await createProjection(connection.client).put(key, 1, project);
    port = await freePortPair();
    await startGateway();
    return {};
  },
  () => gateway?.end('SIGKILL'),
  60_000,
);

const adminUrl = (): string => `http://127.0.0.1:${port + 1}`;

describe(`a gateway killed with a full spool (seed ${faultsSeed})`, () => {
  test('loses nothing that it acknowledged, and publishes nothing twice', async () => {
    const load = startLoad({
      project: { key },
      targets: [`http://127.0.0.1:${port}`],
      random,
      senders: 4,
      types: ['log'],
      pauseMs: 5,
    });
    try {
      await outage(load, { begin: () => redis.kill9(), end: () => redis.restart(), isKilledTwice: true });
      await outage(load, { begin: () => redis.freeze(), end: () => redis.thaw(), isKilledTwice: false });
      await acknowledgedSince(load, 10);
    } finally {
      redis.thaw();
      await load.stop();
    }
    await waitFor(async () => (await spooled()) === 0, { what: 'an empty spool' });
    await gateway?.end('SIGTERM');
    const parts = await publishedParts();
    const serials = parts.flatMap(({ events }) => events.map((event) => serialOf(event) ?? 'none'));
    const places = new Map<string, string[]>();
    for (const serial of serials) places.set(serial, [...(places.get(serial) ?? []), 'queue']);
    const rows = serials.length;
    const usage = tally({ processed: rows });
    const summary = summaryOf(load.batches);
    const ledger = await createAllowance(connection.client).readLedger(project.organizationId);
    const charged = (ledger?.accepted ?? []).reduce((sum, { count }) => sum + count, 0);
    process.stdout.write(`spool: ${JSON.stringify({ ...summary, published: rows, charged })}\n`);
    // Charges of a killed process that were not published are in no tally and no queue: only places are compared
    // exactly.
    const differences = judge(load.batches, { places, rows, letters: 0, erased: 0, usage }).filter(
      (sentence) => !sentence.startsWith('tallies say'),
    );
    expect(differences.slice(0, 5)).toEqual([]);
    expect(summary.acknowledged).toBeGreaterThan(30);
    expect(charged).toBeGreaterThanOrEqual(rows);
    expect((await readdir(join(directory.path, 'spool'))).filter((name) => name.endsWith('.bad'))).toEqual([]);
  }, 60_000);
});

async function startGateway(): Promise<void> {
  const child = startChild({
    name: 'gateway',
    args: [join(repoRoot, 'services', 'gateway', 'dist', 'main.js')],
    cwd: repoRoot,
    env: {
      PORT: String(port),
      ADMIN_PORT: String(port + 1),
      REDIS_URL: redis.url,
      // Deliberately unreachable: the key is in Redis, and the ledger starts empty.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
      SPOOL_DIR: join(directory.path, 'spool'),
    },
    logFile: join(directory.path, 'gateway.log'),
  });
  gateway = child;
  await waitFor(
    async () => {
      if (!child.alive()) throw new Error(await child.output());
      return (await ask(`${adminUrl()}/readyz`)).status === 200;
    },
    { what: 'the gateway to be ready' },
  );
}

/** Published parts; those of one batch id count once, as their receipt stores them once. */
async function publishedParts(): Promise<readonly Part[]> {
  const parts = new Map<string, Part>();
  const options = { type: 'log', url: redis.url, shards: 1, maxActiveJobs: 100 } as const;
  const consumer = createConsumer({ ...options, logger: silentLogger, metrics: createMetrics() }, ({ parse }) => {
    for (const part of parse()?.parts ?? []) parts.set(part.batch, part);
    return Promise.resolve();
  });
  await consumer.start();
  await waitFor(
    async () => {
      const counts = await connection.client.hgetall('{sl0}:counts');
      return Number(counts['log:published']) === Number(counts['log:finished'] ?? 0);
    },
    { what: 'the queue to be empty' },
  );
  await consumer.stop();
  return [...parts.values()];
}

interface Outage {
  readonly begin: () => Promise<void> | void;
  readonly end: () => Promise<void> | void;
  /** Whether the gateway is killed again during the replay. */
  readonly isKilledTwice: boolean;
}

/** Redis becomes unavailable, batches are spooled, the gateway is killed at a random time, and both restart. */
async function outage(load: Load, { begin, end, isKilledTwice }: Outage): Promise<void> {
  await acknowledgedSince(load, 10);
  await begin();
  await waitFor(async () => (await spooled()) > 5, { what: 'batches in the spool' });
  await letPass(random() * 300);
  await gateway?.end('SIGKILL');
  await appendTornTail();
  await end();
  await startGateway();
  if (isKilledTwice) {
    await letPass(random() * 200);
    await gateway?.end('SIGKILL');
    await startGateway();
  }
  await waitFor(async () => (await spooled()) === 0, { what: 'an empty spool' });
}

/** The result of a power cut during a write, which killing the process cannot produce. */
async function appendTornTail(): Promise<void> {
  const spool = join(directory.path, 'spool');
  const last = (await readdir(spool))
    .filter((name) => name.endsWith('.log'))
    .sort()
    .at(-1);
  if (last !== undefined) await appendFile(join(spool, last), Buffer.alloc(1 + Math.floor(random() * 11), 7));
}

async function acknowledgedSince(load: Load, count: number): Promise<unknown> {
  const before = summaryOf(load.batches).acknowledged;
  return waitFor(() => summaryOf(load.batches).acknowledged >= before + count, { what: 'batches to be acknowledged' });
}

async function spooled(): Promise<number> {
  return Number(/^sluice_spool_entries (\d+)/m.exec((await ask(`${adminUrl()}/metrics`)).text)?.[1]);
}
