import { describe, expect, test } from '@jest/globals';
import { hourOf, monthOf } from '@sluice/contract';
import { keys } from '../keys.js';
import { bytesOf, linesOf, NO_PAST, requestOf, verdictsOf } from '../testing/requests.js';
import { useRedis } from '../testing/useRedis.js';
import { createAllowance } from './createAllowance.js';
import type { Allowance, SpooledRequest } from './types.js';

const redis = useRedis();
const NOW = Date.parse('2025-06-15T15:06:40.000Z');
const HOUR = hourOf(NOW);
const WINDOW_MS = 15 * 60_000;
const OTHER_ID = '01977aff-0000-8000-8000-000000000000';

describe('a spooled batch', () => {
  test('is charged regardless of limits, and its refusals are counted', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf({ eventsPerHour: 1 }));
    expect(verdictsOf(await allowance.spend(requestOf({ hash: 'b'.repeat(64), eventsPerHour: 1 })))).toBe('t');
    const request = spooled({ hash: 'c'.repeat(64), types: 'eel-', verdicts: '.h.-' });
    expect(await allowance.chargeSpooled(request)).toMatchObject({ kind: 'decided', verdicts: 'php-', hour: HOUR });
    expect(linesOf(await allowance.readLedger('1'))).toEqual([
      `accepted 7 exception ${HOUR}: 2`,
      `accepted 7 log ${HOUR}: 1`,
      `hourly_cap 7 exception ${HOUR}: 1`,
      `ip 7 exception ${HOUR}: 1`,
      `month errors ${monthOf(NOW)}: 2`,
      `month logs ${monthOf(NOW)}: 1`,
    ]);
    // What comes after it meets the cap that it overran.
    expect(verdictsOf(await allowance.spend(requestOf({ hash: 'd'.repeat(64), eventsPerHour: 3 })))).toBe('t');
  });

  test('is charged its bytes beyond the byte quota, and a later batch meets the quota', async () => {
    const allowance = await opened();
    await allowance.chargeSpooled(spooled({ types: 'ee', verdicts: '.h', sizes: [500, 9] }));
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR}: 500`]);
    expect(verdictsOf(await allowance.spend(requestOf({ hash: 'b'.repeat(64), bytesPerHour: 400 })))).toBe('v');
  });

  test('is charged once, however often it is replayed, also when its record has expired', async () => {
    const allowance = await opened();
    const first = await allowance.chargeSpooled(spooled());
    await redis.client().del(keys.record('1', spooled().hash));
    expect(await allowance.chargeSpooled(spooled())).toEqual({ ...first, bytesLeft: undefined, kind: 'recorded' });
    expect(await acceptedOf(allowance)).toBe(1);
    const second = spooled({ hash: 'b'.repeat(64) });
    await allowance.chargeSpooled(second);
    expect(await allowance.chargeSpooled(second)).toMatchObject({ kind: 'recorded' });
    expect(await acceptedOf(allowance)).toBe(2);
  });

  test('of which nothing is processed is counted once as well', async () => {
    const allowance = await opened();
    const request = spooled({ types: 's', verdicts: 'r' });
    for (let time = 0; time < 2; time += 1) await allowance.chargeSpooled(request);
    expect(linesOf(await allowance.readLedger('1'))).toEqual([`backlog 7 span ${HOUR}: 1`]);
  });

  test('is known to a resend for its remaining time, if there is any', async () => {
    const allowance = await opened();
    await allowance.chargeSpooled(spooled({ recordTtlMs: 5_000 }));
    expect(await redis.client().pttl(keys.record('1', spooled().hash))).toBeLessThanOrEqual(5_000);
    expect(await allowance.spend(requestOf({ nonce: 'resend' }))).toMatchObject({ kind: 'recorded' });
    const late = spooled({ hash: 'b'.repeat(64), recordTtlMs: 0 });
    expect(await allowance.chargeSpooled(late)).toMatchObject({ kind: 'decided' });
    expect(await allowance.recordedBatch('1', late.hash)).toBeUndefined();
    expect(await acceptedOf(allowance)).toBe(2);
  });

  test('that another call has charged shares its record: counters do not move, and the charge cannot be undone', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf({ types: 'ee', eventsPerHour: 1 }));
    const request = spooled({ types: 'ee', verdicts: '..' });
    expect(await allowance.chargeSpooled(request)).toMatchObject({ kind: 'recorded', verdicts: 'pt' });
    expect(await allowance.undo(requestOf())).toBe('shared');
    expect(await acceptedOf(allowance)).toBe(1);
    // Also when that record is gone.
    await redis.client().del(keys.record('1', request.hash));
    expect(await allowance.chargeSpooled(request)).toMatchObject({ kind: 'recorded', verdicts: 'pt' });
    expect(await acceptedOf(allowance)).toBe(1);
  });

  test.each([-WINDOW_MS + 1, WINDOW_MS - 1])(
    'whose bytes came %d ms apart under the id of another window is that batch',
    async (apart) => {
      const allowance = await opened();
      const { arrivalMs } = spooled();
      await allowance.spend(requestOf({ batchId: OTHER_ID, arrivalMs: arrivalMs + apart, types: 'e' }));
      for (let time = 0; time < 2; time += 1) {
        expect(await allowance.chargeSpooled(spooled())).toMatchObject({ kind: 'recorded', batchId: OTHER_ID });
      }
      expect(await acceptedOf(allowance)).toBe(1);
      expect(await allowance.undo(requestOf())).toBe('shared');
    },
  );

  test('with the bytes of a live batch of another window is charged separately, and leaves its record unchanged', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf({ batchId: OTHER_ID, arrivalMs: spooled().arrivalMs - WINDOW_MS }));
    expect(await allowance.chargeSpooled(spooled())).toMatchObject({ kind: 'decided', batchId: spooled().batchId });
    expect(await allowance.recordedBatch('1', spooled().hash)).toBe(OTHER_ID);
    expect(await acceptedOf(allowance)).toBe(2);
    // The other charge can still be refunded, because its record was not returned to a caller.
    expect(await allowance.undo(requestOf())).toBe('undone');
    expect(await acceptedOf(allowance)).toBe(1);
  });

  test('whose charge is forgotten leaves no key behind', async () => {
    const allowance = await opened();
    await allowance.chargeSpooled(spooled({ recordTtlMs: 0 }));
    await allowance.forgetSpooled([spooled()]);
    expect(await redis.client().keys('*answer*')).toEqual([]);
  });

  test('waits for the ledger like any other', async () => {
    expect(await createAllowance(redis.client()).chargeSpooled(spooled())).toEqual({ kind: 'no_ledger' });
  });
});

async function opened(): Promise<Allowance> {
  const allowance = createAllowance(redis.client(), () => NOW);
  await allowance.seed('1', NO_PAST);
  return allowance;
}

function spooled(changes: Partial<SpooledRequest> = {}): SpooledRequest {
  return {
    ...requestOf(),
    nonce: 'entry',
    windowMs: WINDOW_MS,
    ...changes,
  };
}

async function acceptedOf(allowance: Allowance): Promise<number> {
  return ((await allowance.readLedger('1'))?.accepted ?? []).reduce((sum, { count }) => sum + count, 0);
}
