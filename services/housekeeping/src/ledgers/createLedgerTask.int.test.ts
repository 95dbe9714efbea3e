import { beforeAll, describe, expect, test } from '@jest/globals';
import { hourOf, monthOf, startOfHour } from '@sluice/contract';
import { createOrganization, createProject, inTransaction } from '@sluice/db';
import { barsOf } from '@sluice/reading';
import { addUsage, readStatsWithEntries, readUsage } from '@sluice/accounting';
import { createDepthReader } from '@sluice/queues';
import { createAllowance, type Allowance, type LedgerView, type SpendRequest } from '@sluice/redis';
import { silentLogger, type Logger } from '@sluice/runtime';
import { useDatabase, useRedis, useRedisClient, useResource } from '@sluice/testkit';
import { useQueues } from '@sluice/testkit/useQueues';
import { createLedgerTask, type LedgerDeps } from './createLedgerTask.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Half past twelve, in the middle of a month. */
const NOW = Date.UTC(2026, 10, 20, 12, 30);
const MONTH = monthOf(NOW);

const database = useDatabase();
const redis = useRedis();
const connection = useRedisClient(redis);
let now = NOW;
const depth = useResource(
  () => createDepthReader({ url: redis.url, shards: 1, clock: () => now, logger: silentLogger }),
  (started) => started.stop(),
);
beforeAll(() => depth.start());
const queues = useQueues(redis);

const NO_PAST = { months: [], hours: [], firstAccepted: [] };

describe('refusals', () => {
  test('come into usage once, however often they are rolled up, and follow the ledger', async () => {
    now = NOW;
    const { organizationId, projectId, allowance, keep, spend } = await tenant('refusing');
    await allowance.seed(organizationId, NO_PAST);
    await spend('eesr', 'gqrr');
    await keep();
    await keep();
    await spend('eu', 'gb');
    await keep();
    const rows = await readUsage(database.db, { projectId });
    expect(rows.map(({ type, reason, count, hour }) => [type, reason, count, hour]).sort()).toEqual(
      [
        ['exception', 'ingestion_off', 2, hourOf(NOW)],
        ['exception', 'sampled', 1, hourOf(NOW)],
        ['replay', 'backlog', 1, hourOf(NOW)],
        ['span', 'backlog', 1, hourOf(NOW)],
        ['unknown', 'type', 1, hourOf(NOW)],
      ].sort(),
    );
  });

  test('of an hour are the sum of the entries of their filter, over epochs and after an undo', async () => {
    now = NOW;
    const { organizationId, projectId, allowance, keep, spend, undo } = await tenant('listed');
    await allowance.seed(organizationId, NO_PAST);
    await spend('eles', 'iihg', 'i:dev-*:2,h:10.0.0.0%2F8:1');
    await keep();
    await spend('ee', 'ih', 'i:test:1,h:10.0.0.0%2F8:1');
    await keep();
    await undo();
    await keep();
    await connection.client.flushall();
    await allowance.seed(organizationId, NO_PAST);
    await spend('e', 'i', 'i:dev-*:1');
    await keep();
    const hour = { fromMs: startOfHour(hourOf(NOW)), toMs: startOfHour(hourOf(NOW) + 1) };
    const { rows, entries } = await readStatsWithEntries(database.db, projectId, { bars: barsOf(hour, 3_600_000) });
    expect(entries).toEqual([
      { reason: 'environment', entry: 'dev-*', count: 3 },
      { reason: 'ip', entry: '10.0.0.0/8', count: 1 },
    ]);
    const sumOf = (reason: string): number =>
      rows.filter((row) => row.reason === reason).reduce((sum, { count }) => sum + count, 0);
    expect([sumOf('environment'), sumOf('ip'), sumOf('ingestion_off')]).toEqual([3, 1, 1]);
  });

  test.each(['at once', 'after a restart'])('that were undone leave usage again, %s', async (when) => {
    now = NOW;
    const { organizationId, projectId, allowance, keep, restart, spend, undo } = await tenant(
      `undoing-${when.slice(0, 2)}`,
    );
    await allowance.seed(organizationId, NO_PAST);
    await spend('eee', 'ggg');
    await keep();
    expect((await readUsage(database.db, { projectId })).map(({ count }) => count)).toEqual([3]);
    await undo();
    if (when !== 'at once') restart();
    await keep();
    expect(await readUsage(database.db, { projectId })).toEqual([]);
  });

  test('of a new epoch are added to those of the old one', async () => {
    now = NOW;
    const { organizationId, projectId, allowance, keep, spend } = await tenant('reborn');
    await allowance.seed(organizationId, NO_PAST);
    await spend('e', 'g');
    await keep();
    await connection.client.flushall();
    await allowance.seed(organizationId, NO_PAST);
    await spend('e', 'g');
    await keep();
    expect((await readUsage(database.db, { projectId })).map(({ count }) => count)).toEqual([2]);
  });
});

describe('a provisional ledger', () => {
  test('is seeded with the counts of other epochs', async () => {
    now = NOW;
    const { organizationId, allowance, keep, spend, ledger, store } = await tenant('provisional');
    await store('earlier', hourOf(NOW) - 5, 40);
    await allowance.seed(organizationId, null);
    await spend('ee', '..');
    await keep();
    expect(await ledger()).toMatchObject({ provisional: false });
    expect(errorsOf(await ledger())).toBe(42);
  });
});

describe('a month', () => {
  test('is set to the stored counts once the hour is drained, which returns what was never published', async () => {
    now = NOW;
    const { organizationId, allowance, keep, spend, ledger, store } = await tenant('anchored');
    await allowance.seed(organizationId, NO_PAST);
    await spend('eeeee', '.....');
    await store((await ledger()).epoch, hourOf(NOW), 3);
    await keep();
    expect(errorsOf(await ledger())).toBe(5);
    now = NOW + 39 * MINUTE;
    await keep();
    expect(errorsOf(await ledger())).toBe(5);
    now = NOW + 40 * MINUTE;
    await spend('e', '.');
    await keep();
    expect(errorsOf(await ledger())).toBe(4);
  });

  test('is left alone while a queue holds a job of that hour', async () => {
    // A job has the machine's time, so this test charges by it too.
    const charged = Date.now();
    now = charged;
    const { organizationId, projectId, allowance, keep, spend, ledger, warnings } = await tenant('waiting');
    await allowance.seed(organizationId, NO_PAST);
    await spend('eeee', '...g');
    const event = { type: 'exception' as const, timestamp: '', contexts: {}, payload: {} };
    await queues.publish({ type: 'exception', name: 'waiting', events: [event, event, event], project: projectId });
    // Two hours on: a job published early in its hour also holds the hour before.
    now = charged + 2 * HOUR;
    await keep();
    expect(errorsOf(await ledger(), monthOf(charged))).toBe(3);
    expect(warnings).toEqual([]);
    // A job that never finishes: it is reported, and rolled-up data does not accumulate meanwhile.
    now = charged + 6 * HOUR;
    await keep();
    await keep();
    expect(warnings).toEqual([{ hoursBehind: expect.any(Number) }]);
    const { accepted, refusals } = await ledger();
    expect({ accepted, refusals }).toEqual({ accepted: [expect.objectContaining({ count: 3 })], refusals: [] });
    expect((await readUsage(database.db, { projectId })).map(({ reason }) => reason)).toEqual(['ingestion_off']);
  });

  test('hours that nothing looks at any more are forgotten, after they are rolled up', async () => {
    now = NOW;
    await connection.client.flushall();
    const { organizationId, projectId, allowance, keep, spend, ledger } = await tenant('forgetful');
    await allowance.seed(organizationId, NO_PAST);
    await spend('ee', '.g');
    now = NOW + 6 * HOUR;
    await keep();
    const { accepted, refusals } = await ledger();
    expect({ accepted, refusals }).toEqual({ accepted: [], refusals: [] });
    expect(errorsOf(await ledger())).toBe(0);
    expect((await readUsage(database.db, { projectId })).map(({ reason, count }) => [reason, count])).toEqual([
      ['ingestion_off', 1],
    ]);
  });
});

describe('a large ledger', () => {
  test('is read for a twentieth of the time at most; a small one at every pass', async () => {
    now = NOW;
    await connection.client.flushall();
    const { organizationId, allowance, keep, reads } = await tenant('large');
    await allowance.seed(organizationId, NO_PAST);
    await keep();
    await keep();
    expect(reads.count).toBe(2);
    reads.takeMs = 300;
    now = NOW;
    await keep();
    expect(reads.count).toBe(3);
    now = NOW + 5_999;
    await keep();
    expect(reads.count).toBe(3);
    now = NOW + 6_000;
    await keep();
    expect(reads.count).toBe(4);
  });
});

/** A separate tenant, its allowance, and a pass over all ledgers. */
async function tenant(slug: string): Promise<Tenant> {
  const organization = await createOrganization(database.db, slug);
  const { project } = await createProject(database.db, { organization: slug, project: 'web' });
  const allowance = createAllowance(connection.client, () => now);
  const reads = { count: 0, takeMs: 0 };
  const watched: Allowance = {
    ...allowance,
    readLedger: (id) => {
      if (id === organization.id) reads.count += 1;
      now += reads.takeMs;
      return allowance.readLedger(id);
    },
  };
  const warnings: unknown[] = [];
  const heard = { warn: (fields: unknown) => void warnings.push(fields) };
  const logger: Logger = Object.assign(Object.create(silentLogger) as Logger, heard);
  const deps: LedgerDeps = {
    db: database.db,
    allowance: watched,
    depth,
    clock: () => now,
    logger,
    drainedAfterMs: 10 * MINUTE,
  };
  let keep = createLedgerTask(deps);
  let batch = 0;
  const nameOf = (index: number): { organizationId: string; hash: string; nonce: string } => ({
    organizationId: organization.id,
    hash: index.toString(16).padStart(64, '0'),
    nonce: `${slug}-${index}`,
  });
  return {
    organizationId: organization.id,
    projectId: project.id,
    allowance,
    keep: () => keep(new AbortController().signal),
    restart: () => {
      keep = createLedgerTask(deps);
    },
    reads,
    warnings,
    undo: async () => {
      await allowance.undo(nameOf(batch));
    },
    ledger: async () => {
      const ledger = await allowance.readLedger(organization.id);
      if (ledger === undefined) throw new Error('there is no ledger');
      return ledger;
    },
    spend: async (types, verdicts, entries) => {
      batch += 1;
      const request: SpendRequest = {
        ...nameOf(batch),
        projectId: project.id,
        batchId: '01977a00-0000-8000-8000-000000000000',
        arrivalMs: now,
        types,
        verdicts,
        entries,
        sizes: Array.from(types, () => 100),
        spikeProtection: false,
        eventsPerHour: null,
        bytesPerHour: null,
        monthly: { errors: null, logs: null, spans: null, metrics: null, replays: null },
        recordTtlMs: 900_000,
      };
      await allowance.spend(request);
    },
    store: (epoch, hour, count) =>
      inTransaction(database.db, (tx) =>
        addUsage(tx, [
          {
            projectId: project.id,
            type: 'exception',
            outcome: 'processed',
            reason: '',
            hour,
            epoch,
            count,
            arrivalMs: now,
          },
        ]),
      ),
  };
}

interface Tenant {
  readonly organizationId: string;
  readonly projectId: string;
  readonly allowance: Allowance;
  readonly keep: () => Promise<void>;
  /** How often its ledger was read, and how long a read takes by the clock, milliseconds. */
  readonly reads: { readonly count: number; takeMs: number };
  /** Messages logged at level `warn`. */
  readonly warnings: readonly unknown[];
  /** Restarts housekeeping without state. */
  readonly restart: () => void;
  /** Takes back the last {@link spend}. */
  readonly undo: () => Promise<void>;
  readonly ledger: () => Promise<LedgerView>;
  readonly spend: (types: string, verdicts: string, entries?: string) => Promise<void>;
  readonly store: (epoch: string, hour: number, count: number) => Promise<void>;
}

function errorsOf(ledger: LedgerView, of = MONTH): number | undefined {
  return ledger.months.find(({ pool, month }) => pool === 'errors' && month === of)?.count;
}
