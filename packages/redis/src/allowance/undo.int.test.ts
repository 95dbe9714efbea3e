import { describe, expect, test } from '@jest/globals';
import { hourOf, monthOf } from '@sluice/contract';
import { keys } from '../keys.js';
import { bytesOf, linesOf, NO_PAST, requestOf, verdictsOf } from '../testing/requests.js';
import { useRedis } from '../testing/useRedis.js';
import { createAllowance } from './createAllowance.js';
import type { Allowance } from './types.js';

const redis = useRedis();
const NOW = Date.parse('2025-06-15T15:06:40.000Z');
const HOUR = hourOf(NOW);

const epochOf = async (): Promise<string> => (await redis.client().hget(keys.ledger('1'), 'epoch')) ?? '';

describe('undo', () => {
  test('reverts accepted events and refusals; the batch can be charged again', async () => {
    const allowance = await opened();
    const charged = requestOf({ types: 'eesu-', verdicts: '...b-', eventsPerHour: 1 });
    expect(verdictsOf(await allowance.spend(charged))).toBe('ptpb-');
    expect(await allowance.undo(charged)).toBe('undone');
    const zeros = linesOf(await allowance.readLedger('1'));
    expect(zeros).toHaveLength(6);
    for (const line of zeros) expect(line).toMatch(/: 0$/);
    expect(await allowance.spend({ ...charged, nonce: 'second' })).toMatchObject({ kind: 'decided' });
  });

  test('reverts the entries of filters', async () => {
    const allowance = await opened();
    const charged = requestOf({ types: 'eeee', verdicts: '.iih', entries: 'i:dev-*:2,h:10.0.0.0%2F8:1' });
    const counts = async (): Promise<string[]> =>
      ((await allowance.readLedger('1'))?.entries ?? []).map((one) => `${one.reason} ${one.entry} ${one.count}`).sort();
    await allowance.spend(charged);
    await allowance.spend(requestOf({ verdicts: 'i', hash: 'b'.repeat(64), entries: 'i:dev-*:1' }));
    expect(await counts()).toEqual(['environment dev-* 3', 'ip 10.0.0.0/8 1']);
    expect(await allowance.undo(charged)).toBe('undone');
    expect(await counts()).toEqual(['environment dev-* 1', 'ip 10.0.0.0/8 0']);
  });

  test('reverts exactly the charged bytes', async () => {
    const allowance = await opened();
    const charged = requestOf({ types: 'eee', sizes: [10, 20, 40], eventsPerHour: 2 });
    await allowance.spend(requestOf({ hash: 'b'.repeat(64), types: 's', sizes: [7] }));
    await allowance.spend(charged);
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR}: 37`]);
    await allowance.undo(charged);
    await allowance.undo(charged);
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR}: 7`]);
  });

  test('leaves the bytes of a later hour alone', async () => {
    let now = NOW;
    const allowance = await opened(() => now);
    await allowance.spend(requestOf());
    now += 3_600_000;
    await allowance.spend(requestOf({ hash: 'b'.repeat(64) }));
    await allowance.undo(requestOf());
    expect(bytesOf(await allowance.readLedger('1'))).toEqual([`7 ${HOUR + 1}: 100`]);
  });

  test('of a decision without bytes, as written by an earlier version, reverts its events', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf());
    const record = keys.record('1', requestOf().hash);
    const decision = (await redis.client().get(record)) ?? '';
    await redis.client().set(record, decision.slice(0, decision.lastIndexOf(' ')));
    expect(await allowance.undo(requestOf())).toBe('undone');
    const view = await allowance.readLedger('1');
    expect([linesOf(view)[0], bytesOf(view)]).toEqual([`accepted 7 exception ${HOUR}: 0`, [`7 ${HOUR}: 100`]]);
  });

  test('reverts a call that permitted nothing', async () => {
    const allowance = await opened();
    const refused = requestOf({ eventsPerHour: 0 });
    await allowance.spend(refused);
    expect(await allowance.undo(refused)).toBe('undone');
    expect(linesOf(await allowance.readLedger('1'))).toEqual([`hourly_cap 7 exception ${HOUR}: 0`]);
  });

  test('leaves a charge that another call has seen, because that call may publish the batch', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf());
    expect(await allowance.spend(requestOf({ nonce: 'second' }))).toMatchObject({ kind: 'recorded' });
    expect(await allowance.undo(requestOf())).toBe('shared');
    expect(await allowance.undo(requestOf({ nonce: 'second' }))).toBe('shared');
    expect(await allowance.spend(requestOf({ nonce: 'third' }))).toMatchObject({ kind: 'recorded' });
    expect(linesOf(await allowance.readLedger('1'))).toContain(`accepted 7 exception ${HOUR}: 1`);
  });

  test('of another call’s charge does nothing', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf());
    expect(await allowance.undo(requestOf({ nonce: 'second' }))).toBe('nothing');
    expect(await allowance.spend(requestOf({ nonce: 'third' }))).toMatchObject({ kind: 'recorded' });
    expect(linesOf(await allowance.readLedger('1'))).toContain(`accepted 7 exception ${HOUR}: 1`);
  });

  test('twice reverts once', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf({ hash: 'b'.repeat(64) }));
    await allowance.spend(requestOf());
    expect(await allowance.undo(requestOf())).toBe('undone');
    expect(await allowance.undo(requestOf())).toBe('nothing');
    expect(linesOf(await allowance.readLedger('1'))).toContain(`accepted 7 exception ${HOUR}: 1`);
  });

  test('that overtakes its call keeps the call from charging', async () => {
    const allowance = await opened();
    expect(await allowance.undo(requestOf())).toBe('nothing');
    await expect(allowance.spend(requestOf())).rejects.toThrow('undone');
    expect(linesOf(await allowance.readLedger('1'))).toEqual([]);
  });

  test('never brings a counter below zero', async () => {
    const allowance = await opened();
    const charged = requestOf({ types: 'eee', eventsPerHour: 2 });
    await allowance.spend(charged);
    const fields = await redis.client().hkeys(keys.ledger('1'));
    for (const field of fields.filter((name) => /^[aomx]:/.test(name))) {
      await redis.client().hset(keys.ledger('1'), field, 1);
    }
    await allowance.undo(charged);
    for (const line of linesOf(await allowance.readLedger('1'))) expect(line).toMatch(/: 0$/);
  });

  test('leaves a ledger of another epoch alone', async () => {
    const allowance = await opened();
    await allowance.spend(requestOf());
    await redis.client().del(keys.ledger('1'));
    await allowance.seed('1', NO_PAST);
    await allowance.spend(requestOf({ hash: 'b'.repeat(64) }));
    expect(await allowance.undo(requestOf())).toBe('undone');
    expect(linesOf(await allowance.readLedger('1'))).toContain(`accepted 7 exception ${HOUR}: 1`);
  });

  test('does not touch a month that was rebuilt without the charge', async () => {
    let now = NOW;
    const allowance = await opened(() => now);
    await allowance.spend(requestOf());
    now += 3_600_000;
    const anchor = { pool: 'errors' as const, month: monthOf(NOW), throughHour: HOUR, storedTotal: 40 };
    expect(await allowance.reanchor('1', await epochOf(), anchor)).toBe(true);
    await allowance.undo(requestOf());
    expect(linesOf(await allowance.readLedger('1'))).toContain('month errors 202506: 40');
  });

  test('works while Redis is full', async () => {
    const allowance = await opened();
    const charged = requestOf({ types: 'el', eventsPerHour: 1 });
    await allowance.spend(charged);
    await redis.client().config('SET', 'maxmemory', 1);
    const undone = await allowance.undo(charged).finally(() => redis.client().config('SET', 'maxmemory', 0));
    expect(undone).toBe('undone');
    for (const line of linesOf(await allowance.readLedger('1'))) expect(line).toMatch(/: 0$/);
  });
});

async function opened(clock = () => NOW): Promise<Allowance> {
  const allowance = createAllowance(redis.client(), clock);
  await allowance.seed('1', NO_PAST);
  return allowance;
}
