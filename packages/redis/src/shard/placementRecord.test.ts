import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  commitShards,
  firstPlacement,
  isKnownNumber,
  narrowPlacement,
  parsePlacement,
  proposeShards,
  proposeSpread,
  shardsInUse,
  shardsToDrain,
  type PlacementRecord,
} from './placementRecord.js';

describe('a change', () => {
  const first = firstPlacement(2, 1_000);

  test('is proposed, then committed with a later epoch, and keeps shards of the old number in use', () => {
    const proposed = proposeShards(firstPlacement(4, 1_000), 1, 1_000);
    expect(proposed.next).toEqual({ epoch: 1_001, shards: 1 });
    const committed = commitShards(proposed, 2_000);
    expect(committed).toEqual({ epoch: 1_001, shards: 1, widest: 4, past: [{ shards: 4, endedMs: 2_000 }] });
    expect(shardsInUse(committed)).toBe(4);
    expect(narrowPlacement(committed).widest).toBe(1);
  });

  test('uses the shards of the new number as soon as it is proposed', () => {
    expect(shardsInUse(proposeShards(first, 8, 1_000))).toBe(8);
  });

  test.each([
    ['no change', first, 0],
    ['a proposed smaller number', proposeShards(firstPlacement(8, 1), 2, 2), 6],
    ['a smaller number', commitShards(proposeShards(firstPlacement(8, 1), 2, 2), 3), 6],
    ['a smaller number, drained', narrowPlacement(commitShards(proposeShards(firstPlacement(8, 1), 2, 2), 3)), 0],
    ['a proposed greater number', proposeShards(first, 8, 2), 0],
    ['a greater number', commitShards(proposeShards(first, 8, 2), 3), 0],
    ['a greater number while another one drains', { ...proposeShards(first, 4, 2), widest: 8 }, 4],
  ])('counts the shards to drain: %s', (_name, record, draining) => {
    expect(shardsToDrain(record)).toBe(draining);
  });

  test.each([
    [2, true],
    [8, true],
    [3, false],
  ])('knows a process with %i shards: %s', (shards, known) => {
    const proposed = proposeShards(first, 8, 1_000);
    expect([isKnownNumber(proposed, shards), isKnownNumber(commitShards(proposed, 1), shards)]).toEqual([known, known]);
  });

  test('keeps the last sixteen numbers', () => {
    let record = first;
    for (let shards = 3; shards < 30; shards += 1) record = commitShards(proposeShards(record, shards, 0), shards);
    expect(record.past.map(({ shards }) => shards)).toEqual(Array.from({ length: 16 }, (_, index) => 28 - index));
  });

  test('of the spread has an epoch, keeps the number, and leaves what was before', () => {
    const proposed = proposeSpread(firstPlacement(8, 1_000), { '7': 4 }, 2_000);
    expect(proposed).toMatchObject({ epoch: 1_000, shards: 8, next: { epoch: 2_000, shards: 8, spread: { '7': 4 } } });
    const spread = commitShards(proposed, 2_100);
    expect(spread).toEqual({
      epoch: 2_000,
      shards: 8,
      widest: 8,
      spread: { '7': 4 },
      past: [{ shards: 8, endedMs: 2_100 }],
    });
    const gone = commitShards(proposeSpread(spread, undefined, 3_000), 3_100);
    expect(gone).toEqual({
      epoch: 3_000,
      shards: 8,
      widest: 8,
      past: [
        { shards: 8, spread: { '7': 4 }, endedMs: 3_100 },
        { shards: 8, endedMs: 2_100 },
      ],
    });
  });

  test('of the number keeps the spread', () => {
    const record = { ...first, spread: { '7': 2 } };
    const committed = commitShards(proposeShards(record, 4, 2_000), 2_100);
    expect(committed).toMatchObject({ shards: 4, spread: { '7': 2 }, past: [{ shards: 2, spread: { '7': 2 } }] });
    expect(narrowPlacement(committed).spread).toEqual({ '7': 2 });
  });

  test('of the spread, however often, does not make an earlier number unknown', () => {
    let record = commitShards(proposeShards(first, 8, 2_000), 2_100);
    for (let over = 1; over <= 40; over += 1) record = commitShards(proposeSpread(record, { '7': over }, 0), over);
    expect(record.past).toHaveLength(16);
    expect(isKnownNumber(record, 2)).toBe(true);
    expect(record.past.slice(0, 15).map(({ endedMs }) => endedMs)).toEqual(
      Array.from({ length: 15 }, (_, index) => 40 - index),
    );
  });
});

test('a record without a spread is parsed, and one with a spread is what was stored', () => {
  const earlier = { epoch: 1, shards: 2, widest: 2, past: [{ shards: 4, endedMs: 1 }] };
  expect(parsePlacement(JSON.stringify(earlier))).toEqual(earlier);
  // A change compares the stored text: the order of projects must not depend on the process.
  const text = JSON.stringify(proposeSpread(firstPlacement(8, 1), { '9007199254740993': 2, '10': 3, '9': 8 }, 2));
  expect(JSON.stringify(parsePlacement(text))).toBe(text);
});

const SPREADS = [
  '{"epoch":1,"shards":2,"widest":2,"past":[],"spread":{"7":0}}',
  '{"epoch":1,"shards":2,"widest":2,"past":[{"shards":2,"endedMs":1,"spread":{"7":1.5}}]}',
  '{"epoch":1,"shards":2,"widest":2,"past":[],"next":{"epoch":2,"shards":2,"spread":{"7":"2"}}}',
];

test.each(['1', '{}', '{"epoch":1,"shards":2,"widest":2}', ...SPREADS])('the parser refuses the record %s', (text) => {
  expect(() => parsePlacement(text)).toThrow('{sl0}:placement is not a placement record');
});

/**
 * One batch per publish, of projects 0 to 5: project `p` has shard `p` modulo the number; the batches of project 0, numbered, use
 * as many shards after it as its spread says.
 */
class Installation {
  record = firstPlacement(2, 1);
  readonly known: PlacementRecord[];
  readonly fences = new Map<number, number>();
  readonly jobs = new Map<number, number[]>();
  readonly epochs: number[] = [];
  accepted = 0;
  drained = 0;

  constructor(publishers: number) {
    this.known = Array<PlacementRecord>(publishers).fill(this.record);
  }

  propose(shards: number): void {
    if (this.record.next === undefined) this.record = proposeShards(this.record, shards, 0);
  }

  spread(over: number): void {
    if (this.record.next === undefined) this.record = proposeSpread(this.record, { '0': over }, 0);
  }

  fence(shard: number): void {
    const { next } = this.record;
    if (next !== undefined && shard < shardsInUse(this.record)) this.fences.set(shard, next.epoch);
  }

  commit(): void {
    if (this.record.next === undefined) return;
    for (let shard = 0; shard < shardsInUse(this.record); shard += 1) this.fence(shard);
    this.record = commitShards(this.record, 0);
  }

  /** A publisher publishes by the record that it knows; where it is fenced, it reads the record once and tries again. */
  publish(publisher: number, project: number): void {
    const { epoch, shards, spread } = this.known[publisher] ?? this.record;
    const over = Math.min(spread?.[project] ?? 1, shards);
    const shard = (project + (this.accepted % over)) % shards;
    if (epoch < (this.fences.get(shard) ?? 0)) return this.read(publisher);
    this.jobs.set(shard, [...(this.jobs.get(shard) ?? []), epoch]);
    this.epochs.push(epoch);
    this.accepted += 1;
  }

  read(publisher: number): void {
    this.commit();
    this.known[publisher] = this.record;
  }

  drain(shard: number): void {
    if (shard >= shardsInUse(this.record)) return;
    this.drained += this.jobs.get(shard)?.length ?? 0;
    this.jobs.delete(shard);
  }

  narrow(): void {
    const beyond = [...this.jobs.keys()].some((shard) => shard >= this.record.shards);
    if (this.record.next === undefined && !beyond) this.record = narrowPlacement(this.record);
  }
}

const step = fc.record({
  act: fc.constantFrom('propose', 'spread', 'fence', 'commit', 'publish', 'drain', 'narrow'),
  publisher: fc.nat(2),
  number: fc.nat(5),
});

test('whatever publishers know: workers drain every shard with jobs, and epochs do not overlap', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const sluice = new Installation(3);
      for (const { act, publisher, number } of steps) {
        if (act === 'propose') sluice.propose(number + 1);
        else if (act === 'spread') sluice.spread(number + 1);
        else if (act === 'fence') sluice.fence(number);
        else if (act === 'commit') sluice.commit();
        else if (act === 'publish') sluice.publish(publisher, number);
        else if (act === 'drain') sluice.drain(number);
        else sluice.narrow();
        for (const shard of sluice.jobs.keys()) expect(shard).toBeLessThan(shardsInUse(sluice.record));
      }
      expect(sluice.epochs).toEqual([...sluice.epochs].sort((a, b) => a - b));
      for (let shard = 0; shard < 6; shard += 1) sluice.drain(shard);
      expect(sluice.drained).toBe(sluice.accepted);
    }),
  );
});
