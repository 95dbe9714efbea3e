import { describe, expect, test } from '@jest/globals';
import { hourOf, monthOf } from '@sluice/contract';
import { keys } from '../keys.js';
import { hashOf, linesOf, NO_PAST, requestOf, UNLIMITED, verdictsOf } from '../testing/requests.js';
import { useRedis } from '../testing/useRedis.js';
import { createAllowance } from './createAllowance.js';
import type { Allowance, Anchor, LedgerSeed } from './types.js';

const redis = useRedis();
const NOW = Date.parse('2025-06-15T15:06:40.000Z');
const HOUR = hourOf(NOW);
const MONTH = monthOf(NOW);

const allowanceAt = (clock = () => NOW): Allowance => createAllowance(redis.client(), clock);
const epochOf = async (): Promise<string> => (await redis.client().hget(keys.ledger('1'), 'epoch')) ?? '';

const PAST: LedgerSeed = {
  months: [{ pool: 'errors', month: MONTH, count: 40 }],
  hours: [
    { projectId: '7', type: 'exception', hour: HOUR, count: 3 },
    { projectId: '8', type: 'exception', hour: HOUR, count: 4 },
  ],
  firstAccepted: [{ projectId: '7', ms: NOW - 1_000 }],
};
const SEEDED = [`accepted 7 exception ${HOUR}: 3`, `accepted 8 exception ${HOUR}: 4`, `month errors ${MONTH}: 40`];

describe('seed', () => {
  test('makes one ledger, however many try', async () => {
    const allowance = allowanceAt();
    const made = await Promise.all(Array.from({ length: 10 }, () => allowance.seed('1', PAST)));
    expect(made.filter((reply) => reply === 'created')).toHaveLength(1);
    expect(linesOf(await allowance.readLedger('1'))).toEqual(SEEDED);
  });

  test.each(['at once', 'later'])('takes thousands of projects, %s', async (when) => {
    const allowance = allowanceAt();
    const types = ['exception', 'log', 'span', 'hit', 'replay'] as const;
    const hours = Array.from({ length: 5_000 }, (_, project) =>
      types.flatMap((type) =>
        [HOUR, HOUR - 1, HOUR - 2].map((hour) => ({ projectId: String(project), type, hour, count: 1 })),
      ),
    ).flat();
    const firstAccepted = Array.from({ length: 5_000 }, (_, project) => ({ projectId: String(project), ms: 5 }));
    const seed = { months: [], hours, firstAccepted };
    // A server that does not know the script is sent its source.
    await redis.client().script('FLUSH');
    await allowance.seed('1', when === 'at once' ? seed : null);
    const completed = when === 'later' ? await allowance.completeSeed('1', await epochOf(), seed) : true;
    expect(completed).toBe(true);
    const { accepted = [] } = (await allowance.readLedger('1')) ?? {};
    expect(accepted).toHaveLength(75_000);
    expect(await redis.client().hget(keys.ledger('1'), `o:e:${HOUR}`)).toBe('5000');
    expect(await redis.client().hget(keys.ledger('1'), 'f:4999')).toBe('5');
  });

  test('never touches a live ledger', async () => {
    const allowance = allowanceAt();
    await allowance.seed('1', NO_PAST);
    const epoch = await epochOf();
    expect(await allowance.seed('1', PAST)).toBe('exists');
    expect(await epochOf()).toBe(epoch);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([]);
  });

  test('a provisional ledger decides at once, and adds its seed exactly once to its permits', async () => {
    const allowance = allowanceAt();
    await allowance.seed('1', null);
    expect(await allowance.readLedger('1')).toMatchObject({ provisional: true });
    await allowance.spend(requestOf({ types: 'ee' }));
    const epoch = await epochOf();
    const done = await Promise.all(Array.from({ length: 5 }, () => allowance.completeSeed('1', epoch, PAST)));
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await allowance.readLedger('1')).toMatchObject({ provisional: false });
    expect(linesOf(await allowance.readLedger('1'))).toEqual([
      `accepted 7 exception ${HOUR}: 5`,
      `accepted 8 exception ${HOUR}: 4`,
      `month errors ${MONTH}: 42`,
    ]);
    expect(await redis.client().hget(keys.ledger('1'), 'f:7')).toBe(String(NOW - 1_000));
  });

  test('completes neither a ledger of another epoch nor one that is whole', async () => {
    const allowance = allowanceAt();
    await allowance.seed('1', null);
    expect(await allowance.completeSeed('1', 'another', PAST)).toBe(false);
    await redis.client().del(keys.ledger('1'));
    await allowance.seed('1', NO_PAST);
    expect(await allowance.completeSeed('1', await epochOf(), PAST)).toBe(false);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([]);
  });
});

describe('reanchor', () => {
  const anchor = (changes: Partial<Anchor> = {}): Anchor => ({
    pool: 'errors',
    month: MONTH,
    throughHour: HOUR - 1,
    storedTotal: 10,
    ...changes,
  });

  test('sets a month to the stored events and later permits; decisions follow', async () => {
    const allowance = allowanceAt();
    await allowance.seed('1', PAST);
    expect(await allowance.reanchor('1', await epochOf(), anchor())).toBe(true);
    expect(linesOf(await allowance.readLedger('1'))).toContain(`month errors ${MONTH}: 17`);
    const asked = requestOf({ types: 'ee', monthly: { ...UNLIMITED, errors: 18 } });
    expect(verdictsOf(await allowance.spend(asked))).toBe('pu');
  });

  test.each([
    ['the hour under way', { throughHour: HOUR }],
    ['an hour before those it knows', { throughHour: HOUR - 4 }],
  ])('refuses %s', async (_name, changes) => {
    const allowance = allowanceAt();
    await allowance.seed('1', PAST);
    expect(await allowance.reanchor('1', await epochOf(), anchor(changes))).toBe(false);
    expect(linesOf(await allowance.readLedger('1'))).toEqual(SEEDED);
  });

  test('refuses hours that went by before a provisional ledger was seeded: others may have counted in them', async () => {
    let now = NOW;
    const allowance = allowanceAt(() => now);
    await allowance.seed('1', null);
    now += 5 * 3_600_000;
    await allowance.completeSeed('1', await epochOf(), NO_PAST);
    expect(await allowance.reanchor('1', await epochOf(), anchor({ throughHour: HOUR + 1 }))).toBe(false);
    expect(await allowance.reanchor('1', await epochOf(), anchor({ throughHour: HOUR + 2 }))).toBe(true);
  });

  test('refuses another epoch, a provisional ledger and a missing one', async () => {
    const allowance = allowanceAt();
    expect(await allowance.reanchor('1', 'gone', anchor())).toBe(false);
    await allowance.seed('1', null);
    expect(await allowance.reanchor('1', 'another', anchor())).toBe(false);
    expect(await allowance.reanchor('1', await epochOf(), anchor())).toBe(false);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([]);
  });

  test('of a past month does not change the new one', async () => {
    let now = Date.parse('2025-06-30T23:59:59.999Z');
    const allowance = allowanceAt(() => now);
    await allowance.seed('1', NO_PAST);
    await allowance.spend(requestOf({ types: 'ee' }));
    now += 1;
    await allowance.spend(requestOf({ hash: hashOf(2), types: 'eee' }));
    const through = anchor({ month: 202506, throughHour: hourOf(now) - 2, storedTotal: 5 });
    expect(await allowance.reanchor('1', await epochOf(), through)).toBe(true);
    expect(linesOf(await allowance.readLedger('1'))).toEqual(
      expect.arrayContaining(['month errors 202506: 7', 'month errors 202507: 3']),
    );
  });

  test('does not bring back a month that is over and forgotten', async () => {
    let now = Date.parse('2025-06-30T23:30:00.000Z');
    const allowance = allowanceAt(() => now);
    await allowance.seed('1', { ...NO_PAST, months: [{ pool: 'errors', month: 202506, count: 9 }] });
    now += 3_600_000;
    const firstOfJuly = hourOf(now);
    expect(await allowance.forget('1', await epochOf(), firstOfJuly)).toBe(1);
    const june = anchor({ month: 202506, throughHour: firstOfJuly - 1, storedTotal: 9 });
    expect(await allowance.reanchor('1', await epochOf(), june)).toBe(false);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([]);
  });

  test('never leaves a negative month', async () => {
    const allowance = allowanceAt();
    await allowance.seed('1', NO_PAST);
    expect(await allowance.reanchor('1', await epochOf(), anchor({ storedTotal: -5 }))).toBe(true);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([`month errors ${MONTH}: 0`]);
  });
});

describe('forget', () => {
  test('drops past hours and months of a large ledger and nothing else', async () => {
    const allowance = allowanceAt();
    const hours = [HOUR - 3, HOUR].flatMap((hour) =>
      Array.from({ length: 1_500 }, (_, project) => ({
        projectId: String(project),
        type: 'log' as const,
        hour,
        count: 1,
      })),
    );
    const months = [202505, MONTH].map((month) => ({ pool: 'logs' as const, month, count: 9 }));
    await allowance.seed('1', { months, hours, firstAccepted: [{ projectId: '7', ms: 5 }] });
    expect(await allowance.forget('1', await epochOf(), HOUR - 2)).toBe(1_500 + 1 + 1);
    const left = await allowance.readLedger('1');
    expect(left?.accepted).toHaveLength(1_500);
    expect(left?.months).toEqual([{ pool: 'logs', month: MONTH, count: 9 }]);
    expect(await redis.client().hget(keys.ledger('1'), 'f:7')).toBe('5');
  });

  test('leaves another epoch alone', async () => {
    const allowance = allowanceAt();
    await allowance.seed('1', PAST);
    expect(await allowance.forget('1', 'another', HOUR + 1)).toBe(0);
    expect(linesOf(await allowance.readLedger('1'))).toEqual(SEEDED);
  });

  test('drops past refusals alone; months are rebuilt as before', async () => {
    let now = NOW;
    const allowance = allowanceAt(() => now);
    await allowance.seed('1', PAST);
    await allowance.spend(requestOf({ types: 'ee', verdicts: 'gg' }));
    now += 2 * 3_600_000;
    await allowance.spend(requestOf({ hash: hashOf(2), types: 'e', verdicts: 'g' }));
    expect(await allowance.forgetRefusals('1', 'another', HOUR + 1)).toBe(0);
    expect(await allowance.forgetRefusals('1', await epochOf(), HOUR + 1)).toBe(1);
    const left = await allowance.readLedger('1');
    expect(left?.refusals.map(({ hour, count }) => [hour, count])).toEqual([[HOUR + 2, 1]]);
    expect(left?.accepted).toHaveLength(2);
    const anchor: Anchor = { pool: 'errors', month: MONTH, throughHour: HOUR - 1, storedTotal: 33 };
    expect(await allowance.reanchor('1', await epochOf(), anchor)).toBe(true);
  });

  test('a month is not rebuilt from forgotten hours', async () => {
    let now = NOW;
    const allowance = allowanceAt(() => now);
    await allowance.seed('1', PAST);
    now += 2 * 3_600_000;
    await allowance.forget('1', await epochOf(), HOUR + 1);
    const before: Anchor = { pool: 'errors', month: MONTH, throughHour: HOUR - 1, storedTotal: 33 };
    expect(await allowance.reanchor('1', await epochOf(), before)).toBe(false);
    expect(await allowance.reanchor('1', await epochOf(), { ...before, throughHour: HOUR })).toBe(true);
  });
});

describe('organizations', () => {
  test('are those that have a ledger', async () => {
    const allowance = allowanceAt();
    expect(await allowance.organizations()).toEqual([]);
    for (const id of ['1', '2', '3']) await allowance.seed(id, NO_PAST);
    await redis.client().del(keys.ledger('2'));
    expect((await allowance.organizations()).sort()).toEqual(['1', '3']);
    expect(await allowance.readLedger('2')).toBeUndefined();
  });
});
