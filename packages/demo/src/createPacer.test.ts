import { expect, test } from '@jest/globals';
import { createPacer } from './createPacer.js';

test('the pacer reads the backlog at most twice a second while the workers keep up', async () => {
  const { pacer, waits, reads, pass } = pacerOf(4_000);
  for (let visit = 0; visit < 100; visit += 1) {
    await pacer.ready();
    pass(10);
  }
  expect([reads(), waits]).toEqual([2, []]);
});

test('the pacer waits above the high mark until the backlog is below the low one, and says so every ten seconds', async () => {
  const high = Array.from({ length: 25 }, () => 6_000);
  const { pacer, waits, notes } = pacerOf(...high, 1_001, 1_000);
  await pacer.ready();
  expect(waits).toHaveLength(25);
  expect(notes).toEqual(Array(2).fill('Waiting for the workers: 6,000 events not stored yet.'));
});

test('the pacer waits while the queues cannot be read', async () => {
  const { pacer, notes, waits } = pacerOf(-1, -1, 0);
  await pacer.ready();
  expect([waits.length, notes]).toEqual([1, ['Waiting for the queues: they cannot be read.']]);
});

test('the pacer waits at the end until nothing is left', async () => {
  const { pacer, waits } = pacerOf(30, 7, 0);
  await pacer.drained();
  expect(waits).toHaveLength(2);
});

/** A pacer of a queue that has these many events at the readings; a negative number is a reading that fails. */
function pacerOf(...readings: readonly number[]) {
  let [time, reads] = [0, 0];
  const [waits, notes]: [number[], string[]] = [[], []];
  const pacer = createPacer({
    readBacklog: () => {
      const events = readings[Math.min(reads, readings.length - 1)] ?? 0;
      reads += 1;
      return events < 0 ? Promise.reject(new Error('away')) : Promise.resolve(events);
    },
    wait: (ms) => {
      waits.push(ms);
      time += ms;
      return Promise.resolve();
    },
    now: () => time,
    note: (text) => notes.push(text),
  });
  return { pacer, waits, notes, reads: () => reads, pass: (ms: number) => (time += ms) };
}
