import { describe, expect, test } from '@jest/globals';
import { hourOf, startOfHour } from '@sluice/contract';
import { closeRedis, connectPatientRedis } from '../connection/connectRedis.js';
import { keys } from '../keys.js';
import { monthNumber } from '../testing/calendar.js';
import { bytesOf, hashOf, linesOf, NO_PAST, requestOf, UNLIMITED, verdictsOf } from '../testing/requests.js';
import { useRedis } from '../testing/useRedis.js';
import { createAllowance } from './createAllowance.js';
import type { Allowance, SpendRequest } from './types.js';

const redis = useRedis();
const NOW = Date.parse('2025-06-15T15:06:40.000Z');
const HOUR = hourOf(NOW);

describe('a batch is charged once', () => {
  test('a resend gets the first decision, whatever it requests, and moves no counter', async () => {
    const allowance = await opened();
    const first = await allowance.spend(requestOf({ types: 'eel', eventsPerHour: 2 }));
    const before = linesOf(await allowance.readLedger('1'));
    const again = await allowance.spend(requestOf({ types: 'ssss', nonce: 'second', batchId: 'other', arrivalMs: 1 }));
    expect(first).toMatchObject({ kind: 'decided', verdicts: 'ppt' });
    expect(again).toEqual({ ...first, kind: 'recorded', bytesLeft: undefined });
    expect(linesOf(await allowance.readLedger('1'))).toEqual(before);
  });

  test('one of many concurrent requests decides', async () => {
    const allowance = await opened();
    const others = [1, 2, 3].map(() => connectPatientRedis({ url: redis.server().url, name: 'other' }));
    const allowances = [allowance, ...others.map((client) => createAllowance(client, () => NOW))];
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, call) => {
        const chosen = allowances[call % allowances.length] ?? allowance;
        return chosen.spend(requestOf({ nonce: `call-${call}` }));
      }),
    );
    await Promise.all(others.map(closeRedis));
    expect(replies.filter(({ kind }) => kind === 'decided')).toHaveLength(1);
    expect(linesOf(await allowance.readLedger('1'))).toContain(`accepted 7 exception ${HOUR}: 1`);
  });

  test('the record lives as long as asked', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf({ recordTtlMs: 61_000 }));
    const ttl = await redis.client().pttl(keys.record('1', requestOf().hash));
    expect(ttl).toBeGreaterThan(50_000);
    expect(ttl).toBeLessThanOrEqual(61_000);
  });
});

describe('a call that let nothing through', () => {
  const refused = requestOf({ types: 'el', verdicts: '.c', eventsPerHour: 0 });

  test('gets its answer again under its nonce, and is counted once', async () => {
    const allowance = await opened();
    const first = await allowance.spend(refused);
    const again = await allowance.spend(refused);
    expect(first).toMatchObject({ kind: 'decided', verdicts: 'tc' });
    expect(again).toEqual({ ...first, kind: 'recorded', bytesLeft: undefined });
    expect(linesOf(await allowance.readLedger('1'))).toEqual([
      `hourly_cap 7 exception ${HOUR}: 1`,
      `timestamp 7 log ${HOUR}: 1`,
    ]);
  });

  test('leaves no record, so another call is decided again', async () => {
    const allowance = await opened();
    await allowance.spend(refused);
    const other = await allowance.spend({ ...refused, nonce: 'second', eventsPerHour: null });
    expect(other).toMatchObject({ kind: 'decided', verdicts: 'pc' });
  });

  test('keeps its result when another call for the same batch succeeded meanwhile', async () => {
    const allowance = await opened();
    await allowance.spend(refused);
    await allowance.spend({ ...refused, nonce: 'second', eventsPerHour: null });
    expect(verdictsOf(await allowance.spend(refused))).toBe('tc');
  });

  test('is remembered for 30 seconds', async () => {
    const allowance = await opened();
    await allowance.spend(refused);
    const ttl = await redis.client().pttl(keys.answer('1', refused.hash, refused.nonce));
    expect(ttl).toBeGreaterThan(20_000);
    expect(ttl).toBeLessThanOrEqual(30_000);
    expect(await redis.client().exists(keys.record('1', refused.hash))).toBe(0);
  });
});

describe('order of decisions (protocol 3.1)', () => {
  const busyHour = { months: [], hours: [{ projectId: '7', type: 'exception' as const, hour: HOUR, count: 1000 }] };
  const old = [{ projectId: '7', ms: NOW - 7_200_001 }];
  const everything = {
    spikeProtection: true,
    eventsPerHour: 1000,
    monthly: { ...UNLIMITED, errors: 0, logs: 0, spans: 0 },
  };

  test('is the spike cap, the hourly cap, the quota; spans have no hourly cap', async () => {
    const allowance = createAllowance(redis.client(), () => NOW);
    await allowance.seed('1', { ...busyHour, firstAccepted: old });
    expect(verdictsOf(await allowance.spend(requestOf({ types: 'els', ...everything })))).toBe('stu');
  });

  test.each([
    ['exactly two hours old: no spike cap yet', NOW - 7_200_000, 'p'],
    ['a millisecond older: spike cap', NOW - 7_200_001, 's'],
  ])('the first accepted event is %s', async (_name, ms, expected) => {
    const allowance = createAllowance(redis.client(), () => NOW);
    await allowance.seed('1', { ...busyHour, firstAccepted: [{ projectId: '7', ms }] });
    expect(verdictsOf(await allowance.spend(requestOf({ spikeProtection: true })))).toBe(expected);
  });

  test('the first accepted moment stays: later events do not put the spike cap off', async () => {
    let now = NOW;
    const allowance = await opened(() => now);
    await allowance.spend(requestOf({ hash: hashOf(1) }));
    now += 3_600_000;
    await allowance.spend(requestOf({ hash: hashOf(2) }));
    now += 3_600_001;
    const reply = await allowance.spend(requestOf({ types: 'e'.repeat(1_001), spikeProtection: true }));
    expect(verdictsOf(reply)).toBe(`${'p'.repeat(1_000)}s`);
  });

  test.each([
    ['two quiet hours: 1000', [0, 0], 1000],
    ['their sum where it is more', [700, 301], 1001],
    ['a missing hour is 0', [1200, 0], 1200],
    ['only the two closed hours', [0, 900, 5000], 1000],
  ])('the spike cap follows from the two hours before: %s', async (_name, before, cap) => {
    const allowance = createAllowance(redis.client(), () => NOW);
    const hours = before.map((count, ago) => ({ projectId: '7', type: 'log' as const, hour: HOUR - 1 - ago, count }));
    await allowance.seed('1', { months: [], hours, firstAccepted: old });
    const reply = await allowance.spend(requestOf({ types: 'l'.repeat(1300), spikeProtection: true }));
    expect(verdictsOf(reply)).toBe('p'.repeat(cap) + 's'.repeat(1300 - cap));
  });

  test('a lift suspends the spike cap of its types in its hour only', async () => {
    let now = NOW;
    const allowance = createAllowance(redis.client(), () => now);
    const busy = (['exception', 'log'] as const).flatMap((type) =>
      [0, 1].map((ahead) => ({ projectId: '7', type, hour: HOUR + ahead, count: 1_000 * (1 + 9 * ahead) })),
    );
    await allowance.seed('1', { months: [], hours: busy, firstAccepted: old });
    const ask = (batch: number, lift: SpendRequest['lift']): Promise<string> =>
      allowance.spend(requestOf({ types: 'el', spikeProtection: true, hash: hashOf(batch), lift })).then(verdictsOf);
    const both = { hour: HOUR, types: ['log' as const, 'exception' as const] };
    expect(await ask(1, { hour: HOUR, types: ['exception'] })).toBe('ps');
    expect(await ask(2, { ...both, hour: HOUR - 1 })).toBe('ss');
    expect(await ask(3, both)).toBe('pp');
    expect(await ask(4, null)).toBe('ss');
    now += 3_600_000;
    expect(await ask(5, both)).toBe('ss');
  });

  test('a lift suspends no other limit', async () => {
    const allowance = createAllowance(redis.client(), () => NOW);
    await allowance.seed('1', { ...busyHour, firstAccepted: old });
    const lift = { hour: HOUR, types: ['exception' as const, 'log' as const, 'span' as const] };
    expect(verdictsOf(await allowance.spend(requestOf({ types: 'els', ...everything, lift })))).toBe('ttu');
  });

  test('metrics share the quota of hits, in any order, and do not count toward the hourly cap', async () => {
    const allowance = await opened();
    const monthly = { ...UNLIMITED, metrics: 4 };
    const ask = (batch: number, types: string): ReturnType<Allowance['spend']> =>
      allowance.spend(requestOf({ types, hash: hashOf(batch), monthly, eventsPerHour: 2 }));
    expect(verdictsOf(await ask(1, 'mhmhh'))).toBe('ppppt');
    expect(verdictsOf(await ask(2, 'mh'))).toBe('ut');
    const view = await allowance.readLedger('1');
    expect(view?.months.map(({ pool, count }) => `${pool} ${count}`)).toEqual(['metrics 4']);
    expect(linesOf(view)).toContain(`accepted 7 metric ${HOUR}: 2`);
  });

  test('five left and eight events: five processed, three refused, and refusals do not spend quota', async () => {
    const allowance = await opened();
    const reply = await allowance.spend(requestOf({ types: 'elhrelhr', eventsPerHour: 5 }));
    expect(verdictsOf(reply)).toBe('pppppttt');
    const months = (await allowance.readLedger('1'))?.months.map(({ pool, count }) => `${pool} ${count}`);
    expect(months?.sort()).toEqual(['errors 2', 'logs 1', 'metrics 1', 'replays 1']);
  });

  test('a quota is the organization’s: another project of it finds it spent, another organization does not', async () => {
    const allowance = await opened();
    await allowance.seed('2', NO_PAST);
    const monthly = { ...UNLIMITED, errors: 1 };
    const ask = (organizationId: string, projectId: string, batch: number): ReturnType<Allowance['spend']> =>
      allowance.spend(requestOf({ organizationId, projectId, hash: hashOf(batch), monthly }));
    expect(verdictsOf(await ask('1', '7', 1))).toBe('p');
    expect(verdictsOf(await ask('1', '8', 2))).toBe('u');
    expect(verdictsOf(await ask('2', '9', 3))).toBe('p');
  });
});

describe('byte quota', () => {
  test('is decided event by event in batch order: an event that would exceed it is refused, a smaller one passes', async () => {
    const allowance = await opened();
    const request = requestOf({ types: 'elshr', sizes: [40, 50, 11, 10, 1], bytesPerHour: 100 });
    expect(await allowance.spend(request)).toMatchObject({ verdicts: 'ppvpv', bytesLeft: 0 });
    const view = await allowance.readLedger('1');
    expect(bytesOf(view)).toEqual([`7 ${HOUR}: 100`]);
    expect(linesOf(view)).toContain(`byte_quota 7 span ${HOUR}: 1`);
    expect(linesOf(view)).toContain(`byte_quota 7 replay ${HOUR}: 1`);
  });

  test.each([
    ['exactly the quota', 100, 'p'],
    ['one byte more', 101, 'v'],
  ])('is decided to the byte: %s', async (_name, size, expected) => {
    const allowance = await opened();
    expect(verdictsOf(await allowance.spend(requestOf({ sizes: [size], bytesPerHour: 100 })))).toBe(expected);
  });

  test('the reply has the remaining quota; null without a quota', async () => {
    const allowance = await opened();
    const spend = (batch: number, more: object) =>
      allowance.spend(requestOf({ hash: hashOf(batch), types: 'el', ...more }));
    expect(await spend(1, { sizes: [40, 50], bytesPerHour: 200 })).toMatchObject({ bytesLeft: 110 });
    expect(await spend(2, { sizes: [111, 10], bytesPerHour: 200 })).toMatchObject({ verdicts: 'vp', bytesLeft: 100 });
    expect(await spend(3, { sizes: [1, 1], bytesPerHour: 50 })).toMatchObject({ verdicts: 'vv', bytesLeft: 0 });
    expect(await spend(4, { sizes: [1, 1] })).toMatchObject({ bytesLeft: null });
  });

  test('charges only processed events: neither those that were decided before nor those above a cap or quota', async () => {
    const allowance = await opened();
    const limits = { eventsPerHour: 2, monthly: { ...UNLIMITED, spans: 0 } };
    const request = requestOf({ types: 'eel-es', verdicts: '.h.-..', sizes: [1, 2, 4, 8, 16, 32], ...limits });
    expect(verdictsOf(await allowance.spend(request))).toBe('php-tu');
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR}: 5`]);
  });

  test('comes after the hourly cap and before the monthly quota', async () => {
    const allowance = await opened();
    const limits = { eventsPerHour: 0, bytesPerHour: 0, monthly: { ...UNLIMITED, errors: 0, spans: 0 } };
    expect(verdictsOf(await allowance.spend(requestOf({ types: 'es', ...limits })))).toBe('tv');
  });

  test('belongs to one project and one hour; the ledger keeps one field for each project', async () => {
    let now = NOW;
    const allowance = await opened(() => now);
    const ask = (projectId: string, batch: number): ReturnType<Allowance['spend']> =>
      allowance.spend(requestOf({ projectId, hash: hashOf(batch), bytesPerHour: 150 }));
    expect(verdictsOf(await ask('7', 1))).toBe('p');
    expect(verdictsOf(await ask('7', 2))).toBe('v');
    expect(verdictsOf(await ask('8', 3))).toBe('p');
    now += 3_600_000;
    expect(verdictsOf(await ask('7', 4))).toBe('p');
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR + 1}: 100`, `8 ${HOUR}: 100`]);
  });

  test('is not granted again when the clock is set back', async () => {
    let now = NOW;
    const allowance = await opened(() => now);
    const ask = (batch: number): ReturnType<Allowance['spend']> =>
      allowance.spend(requestOf({ hash: hashOf(batch), bytesPerHour: 150 }));
    expect(verdictsOf(await ask(1))).toBe('p');
    now -= 3_600_000;
    expect(verdictsOf(await ask(2))).toBe('v');
    now += 3_600_000;
    expect(verdictsOf(await ask(3))).toBe('v');
  });

  test('counts exactly beyond 100 TB', async () => {
    const allowance = await opened();
    const huge = 2 ** 52;
    await allowance.spend(requestOf({ sizes: [huge] }));
    await allowance.spend(requestOf({ sizes: [1], hash: hashOf(2) }));
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR}: ${huge + 1}`]);
  });
});

describe('readCaps', () => {
  test('names the caps that decisions meet: spike protection by type, and bytes', async () => {
    const allowance = createAllowance(redis.client(), () => NOW);
    const hours = [700, 600].map((count, ago) => ({
      projectId: '7',
      type: 'log' as const,
      hour: HOUR - 1 - ago,
      count,
    }));
    const first = NOW - 7_200_001;
    await allowance.seed('1', { months: [], hours, firstAccepted: [{ projectId: '7', ms: first }] });
    const [, caps] = await allowance.readCaps('1', ['8', '7'], HOUR);
    expect(caps).toMatchObject({
      projectId: '7',
      endsMs: startOfHour(HOUR + 1),
      spikeFromMs: first + 7_200_000,
      bytes: 0,
      types: {
        log: { accepted: 0, previous: [700, 600], spikeCap: 1_300 },
        hit: { accepted: 0, previous: [0, 0], spikeCap: 1_000 },
      },
    });
    const reply = await allowance.spend(requestOf({ types: 'l'.repeat(1_400), spikeProtection: true }));
    expect(verdictsOf(reply).lastIndexOf('p')).toBe((caps?.types.log.spikeCap ?? 0) - 1);
    const [after] = await allowance.readCaps('1', ['7'], HOUR);
    expect([after?.types.log.accepted, after?.bytes]).toEqual([1_300, 130_000]);
  });

  test('of projects without a past, or without a ledger, are at their floor', async () => {
    const allowance = await opened();
    const ids = Array.from({ length: 51 }, (_, index) => String(index + 1));
    const known = await allowance.readCaps('1', ids, HOUR);
    expect(known.map(({ projectId }) => projectId)).toEqual(ids);
    const nothing = { accepted: 0, previous: [0, 0], spikeCap: 1_000 };
    expect(known[50]).toMatchObject({ spikeFromMs: null, bytes: 0, types: { span: nothing } });
    expect(await allowance.readCaps('2', ['7'], HOUR)).toMatchObject([{ types: { replay: nothing } }]);
  });
});

describe('time', () => {
  test('hour and month are those of Redis if no time is given', async () => {
    const allowance = createAllowance(redis.client());
    await allowance.seed('1', NO_PAST);
    const redisMs = async (): Promise<number> => Number((await redis.client().time())[0]) * 1_000;
    const beforeMs = await redisMs();
    const reply = await allowance.spend(requestOf());
    if (reply.kind === 'no_ledger') throw new Error('seeded a line ago');
    expect(reply.nowMs).toBeGreaterThanOrEqual(beforeMs);
    expect(reply.nowMs).toBeLessThan((await redisMs()) + 1_000);
    expect(reply.hour).toBe(hourOf(reply.nowMs));
  });

  test('a new hour begins without housekeeping', async () => {
    let now = startOfHour(HOUR + 1) - 1;
    const allowance = await opened(() => now);
    const ask = (batch: number): ReturnType<Allowance['spend']> =>
      allowance.spend(requestOf({ hash: hashOf(batch), eventsPerHour: 1 }));
    expect(verdictsOf(await ask(1))).toBe('p');
    expect(verdictsOf(await ask(2))).toBe('t');
    now += 1;
    expect(verdictsOf(await ask(3))).toBe('p');
  });

  test('every month from 2020 to 2104 begins and ends at its millisecond', async () => {
    let now = 0;
    const allowance = await opened(() => now);
    const expected = new Map<number, number>();
    const spending: Promise<unknown>[] = [];
    for (let index = 0; index < 12 * 85; index += 1) {
      const start = Date.UTC(2020, index, 1);
      for (const ms of [start - 1, start]) {
        now = ms;
        spending.push(allowance.spend(requestOf({ hash: hashOf(now) })));
        expected.set(monthNumber(ms), (expected.get(monthNumber(ms)) ?? 0) + 1);
      }
    }
    await Promise.all(spending);
    const months = (await allowance.readLedger('1'))?.months.map(({ month, count }) => [month, count] as const);
    expect(new Map(months)).toEqual(expected);
  });
});

describe('batches that cannot be decided', () => {
  test('without a ledger nothing is decided or stored', async () => {
    const allowance = createAllowance(redis.client(), () => NOW);
    expect(await allowance.spend(requestOf())).toEqual({ kind: 'no_ledger' });
    expect(await redis.client().dbsize()).toBe(0);
  });

  test.each([
    ['a candidate of unknown type', { types: 'eu', verdicts: '..' }],
    ['an event somebody else calls processed', { types: 'ee', verdicts: '.p' }],
    ['verdicts of another length', { types: 'ee', verdicts: '.' }],
    ['an id with a blank', { nonce: 'a b' }],
    ['an id with a brace', { projectId: '{7}' }],
  ])('%s is rejected, and nothing moved', async (_name, changes) => {
    const allowance = await opened();
    const before = await redis.client().hgetall(keys.ledger('1'));
    await expect(allowance.spend(requestOf(changes))).rejects.toThrow();
    expect(await redis.client().hgetall(keys.ledger('1'))).toEqual(before);
    expect(await redis.client().keys('*record*')).toEqual([]);
  });

  test('a full Redis refuses the charge whole', async () => {
    const allowance = await opened();
    await redis.client().config('SET', 'maxmemory', 1);
    const charging = allowance.spend(requestOf({ types: 'eel', verdicts: '.c.' }));
    await expect(charging).rejects.toThrow('OOM');
    await redis.client().config('SET', 'maxmemory', 0);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([]);
  });
});

/** An allowance with a controlled clock; organization 1 has a ledger. */
async function opened(clock = () => NOW): Promise<Allowance> {
  const allowance = createAllowance(redis.client(), clock);
  await allowance.seed('1', NO_PAST);
  return allowance;
}
