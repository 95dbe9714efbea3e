import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  commitShards,
  firstPlacement,
  isKnownNumber,
  narrowPlacement,
  parsePlacement,
  proposeShards,
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
});

test.each(['1', '{}', '{"epoch":1,"shards":2,"widest":2}'])('refuses the record %s', (text) => {
  expect(() => parsePlacement(text)).toThrow('{sl0}:placement is not a placement record');
});

/** One batch per publish, of projects 0 to 5: project `p` has shard `p` modulo the number. */
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

  fence(shard: number): void {
    const { next, shards } = this.record;
    if (next !== undefined && shard < Math.max(shards, next.shards)) this.fences.set(shard, next.epoch);
  }

  commit(): void {
    const { next, shards } = this.record;
    if (next === undefined) return;
    for (let shard = 0; shard < Math.max(shards, next.shards); shard += 1) this.fence(shard);
    this.record = commitShards(this.record, 0);
  }

  /** A publisher publishes by the record that it knows; where it is fenced, it reads the record once and tries again. */
  publish(publisher: number, project: number): void {
    const { epoch, shards } = this.known[publisher] ?? this.record;
    const shard = project % shards;
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
  act: fc.constantFrom('propose', 'fence', 'commit', 'publish', 'drain', 'narrow'),
  publisher: fc.nat(2),
  number: fc.nat(5),
});

test('whatever publishers know: workers drain every shard with jobs, and epochs do not overlap', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const sluice = new Installation(3);
      for (const { act, publisher, number } of steps) {
        if (act === 'propose') sluice.propose(number + 1);
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
