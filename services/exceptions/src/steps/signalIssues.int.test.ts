import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf, type Json } from '@sluice/contract';
import { createNameBudget, NO_WATCHES, inTransaction, withSavepoint, type NameCaps, type Tx } from '@sluice/db';
import { changeIssues, mergeIssues, unmergeIssues } from '@sluice/issues';
import type { StoredRow } from '@sluice/drain';
import { enrichEvent } from '@sluice/enrichment';
import { useDatabase } from '@sluice/testkit';
import { createStoreExceptions } from '../createStoreExceptions.js';
import type { GroupingDetails } from './readDetails.js';
import { signalIssues } from './signalIssues.js';

const PROJECT = '1';
/** After the issues are resolved: an exception that arrives earlier brings nothing back. */
const ARRIVAL = Date.now() + 60_000;
const WIDE: NameCaps = { environment: 1_000, release: 1_000, issue: 1_000, metric: 1_000, user: 1_000 };
const { db } = useDatabase({ poolSize: 10 });
beforeEach(() =>
  db.pool.query(`truncate alert_signals, issues, issue_hashes, issue_hours, issue_releases, issue_users, issue_changes,
    releases, new_names, folded_names, environment_names, release_names`),
);

const definition = createStoreExceptions({ resolve: () => Promise.resolve([]) });
type Stored = StoredRow<'exceptions', GroupingDetails>;

let serial = 0;
const store = (...stored: readonly Stored[]): Promise<void> => inTransaction(db, (tx) => derive(tx, stored));

/**
 * Invariant: of each issue that exceptions open, and of each that they bring back, there is one signal, in the transaction that
 * opens it or brings it back.
 */
describe('an issue that exceptions open', () => {
  test('is signaled once, whatever workers find it at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const faults = Array.from({ length: 8 }, (_, index) => `fault ${round} ${index}`);
      await Promise.all(
        [0, 1, 2, 3, 4, 5].map((worker) => {
          const own = faults.map((_, index) => faults[(index + worker * 3) % faults.length] ?? '');
          return store(...own.map((fault) => exception(fault)), exception(faults[worker] ?? ''));
        }),
      );
    }
    expect(await openedIds()).toEqual(await issueIds());
    expect(await openedIds()).toHaveLength(80);
  });

  test('is not signaled if its transaction is rolled back, and then by the one that opens it', async () => {
    const killed = inTransaction(db, async (tx) => {
      await derive(tx, [exception('fault')]);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await signals()).toEqual([]);
    await store(exception('fault'), exception('fault'));
    expect(await openedIds()).toEqual(await issueIds());
  });

  test('is signaled once if the write batch is bisected because of a neighbor', async () => {
    const batch = ['a', 'b', 'bad', 'c'].map((fault) => exception(fault));
    await inTransaction(db, async (tx) => {
      const attempt = (some: readonly Stored[]): Promise<void> =>
        withSavepoint(tx, async () => {
          await derive(tx, some);
          if (some.some(({ row }) => row.message === 'bad')) await tx.client.query(`select '\\x'::int`);
        });
      await expect(attempt(batch)).rejects.toThrow('invalid input syntax');
      await attempt(batch.slice(0, 2));
      await expect(attempt(batch.slice(2, 3))).rejects.toThrow('invalid input syntax');
      await attempt(batch.slice(3));
    });
    expect(await openedIds()).toEqual(await issueIds());
    expect(await openedIds()).toHaveLength(3);
  });

  test('above the cap of new issues is one signal of the issue (other)', async () => {
    const tight = { ...WIDE, issue: 1 };
    await inTransaction(db, (tx) =>
      derive(
        tx,
        ['a', 'b', 'c'].map((fault) => exception(fault)),
        tight,
      ),
    );
    await inTransaction(db, (tx) =>
      derive(
        tx,
        ['d', 'e'].map((fault) => exception(fault)),
        tight,
      ),
    );
    expect(await openedIds()).toEqual(await issueIds());
    expect(await openedIds()).toHaveLength(2);
  });

  test('is not signaled again by merges and unmerges', async () => {
    await store(exception('a'));
    await store(exception('b'));
    const [a = '', b = ''] = await openedIds();
    await mergeIssues(db, PROJECT, a, { issues: [b] });
    await store(exception('a'), exception('b'));
    const { rows } = await db.pool.query<{ hash: string }>(
      'select hash from issue_hashes where project_id = 1 and home_id = $1',
      [b],
    );
    expect(await unmergeIssues(db, PROJECT, a, { fingerprints: rows.map(({ hash }) => hash) })).toEqual([b]);
    await store(exception('a'), exception('b'));
    expect(await openedIds()).toEqual([a, b]);
  });

  test('tells what rules filter by: as sent, and bounded', async () => {
    const tags = { region: 'eu', retries: 3, nested: { a: 1 }, long: 'x'.repeat(513) };
    const more = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`tag ${index}`, 'v']));
    await store(
      exception('a', {
        environment: 'production',
        release: '1.2.0',
        'page.url': `https://shop.example/${'\u{1f600}'.repeat(300)}`,
        tags: { ...tags, ...more },
      }),
    );
    const [signal] = await signals();
    expect(signal?.details).toMatchObject({ level: 'error', environment: 'production', release: '1.2.0' });
    expect(String(signal?.details['url']).length).toBeLessThanOrEqual(512);
    const kept = signal?.details['tags'] as object;
    expect(Object.keys(kept)).toHaveLength(50);
    expect(kept).toMatchObject({ region: 'eu', retries: 3 });
    expect(kept).not.toHaveProperty('nested');
    expect(kept).not.toHaveProperty('long');
  });
});

describe('an issue that exceptions bring back', () => {
  test('is one regression, whatever workers find it at the same time', async () => {
    await store(exception('fault', { release: '1.0' }));
    await settleAll({ status: 'resolved', resolvedIn: '2.0' });
    await Promise.all([1, 2, 3, 4].map(() => store(exception('fault', { release: '2.0' }))));
    expect(await signals()).toMatchObject([
      {
        kind: 'regression',
        issue_id: (await issueIds())[0],
        details: { level: 'error', release: '2.0', resolvedIn: '2.0' },
      },
    ]);
  });

  test('is one signal of each return', async () => {
    await store(exception('fault'));
    for (let round = 0; round < 3; round += 1) {
      await changeIssues(db, PROJECT, await issueIds(), { status: 'resolved' });
      await store(exception('fault'));
      await store(exception('fault'));
    }
    const back = (await signals()).filter(({ kind }) => kind === 'regression');
    expect(new Set(back.map(({ event_id: id }) => id)).size).toBe(3);
    expect(back).toHaveLength(3);
  });

  test('is not signaled if its transaction is rolled back', async () => {
    await store(exception('fault'));
    await settleAll({ status: 'resolved' });
    const killed = inTransaction(db, async (tx) => {
      await derive(tx, [exception('fault')]);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await signals()).toEqual([]);
  });

  test('at the limit of an ignore is one signal with the limit, and none before', async () => {
    await store(exception('fault'));
    await settleAll({ status: 'ignored', until: { events: 4 } });
    await store(exception('fault'), exception('fault'), exception('fault'));
    expect(await signals()).toEqual([]);
    await Promise.all([1, 2, 3].map(() => store(exception('fault', { environment: 'production' }))));
    expect(await signals()).toMatchObject([
      { kind: 'ignore_ended', details: { by: 'events', level: 'error', environment: 'production' } },
    ]);
  });
});

test('exceptions of issues that are open send no statement', async () => {
  const untouched = {} as Tx;
  const placed = [exception('a')].map((row) => ({
    row,
    place: { projectId: PROJECT, environment: null, release: null },
  }));
  const occurrence = { projectId: PROJECT, id: placed[0]?.row.row.id ?? '', release: null };
  const joined = [{ occurrence, issueId: '0190c000-0000-8000-8000-000000000001' }];
  await expect(signalIssues(untouched, placed, { joined, reopened: [] })).resolves.toBeUndefined();
});

/** An exception of a fault, with an id that no other has. */
function exception(fault: string, { tags, ...contexts }: Readonly<Record<string, Json>> = {}): Stored {
  const hash = createHash('sha256')
    .update(String((serial += 1)))
    .digest('hex');
  const id = eventIdOf(batchIdOf(ARRIVAL, hash), ARRIVAL, 0);
  const sent = { type: 'exception' as const, timestamp: new Date(ARRIVAL).toISOString(), contexts };
  const payload = { type: 'Error', message: fault, fingerprint: [fault] };
  const event = enrichEvent({ ...sent, payload, ...(tags === undefined ? {} : { tags: tags }) }, id, {
    ip: '',
    agent: '',
  });
  const facts = { projectId: PROJECT, arrivalMs: ARRIVAL };
  const details = definition.readDetails(event);
  return { event, facts, details, row: definition.toRow(event, facts, details) };
}

/** Brings all issues of the project into a state, and forgets what was signaled. */
async function settleAll(change: Parameters<typeof changeIssues>[3]): Promise<void> {
  await changeIssues(db, PROJECT, await issueIds(), change);
  await db.pool.query('truncate alert_signals');
}

async function openedIds(): Promise<readonly string[]> {
  const opened = (await signals()).filter(({ kind }) => kind === 'new_issue');
  return opened.map(({ issue_id: id }) => id);
}

interface SignalRow {
  readonly kind: string;
  readonly issue_id: string;
  readonly event_id: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function signals(): Promise<readonly SignalRow[]> {
  return (
    await db.pool.query<SignalRow>(
      'select kind, issue_id, event_id, details from alert_signals order by kind, issue_id',
    )
  ).rows;
}

function derive(tx: Tx, stored: readonly Stored[], caps = WIDE): Promise<void> {
  return definition.derive(tx, stored, { names: createNameBudget(caps), watches: NO_WATCHES });
}

async function issueIds(): Promise<readonly string[]> {
  return (await db.pool.query<{ id: string }>('select id from issues order by id')).rows.map(({ id }) => id);
}
