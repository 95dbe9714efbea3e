import { expect, test } from '@jest/globals';
import { bodyMaker } from './bodies.mjs';
import { countTypes, eventsOf, MIX } from './events.mjs';

const parse = (body) => JSON.parse(body.toString()).events;

test('each serial has a different body, and all are JSON of the same length', () => {
  const make = bodyMaker(eventsOf(MIX));
  const bodies = [1, 2, 999_999_999_999].map(make);
  expect(new Set(bodies.map(String)).size).toBe(3);
  expect(new Set(bodies.map(({ length }) => length)).size).toBe(1);
  // Every place of a word is written over, not its first alone.
  for (const body of bodies) expect(body.includes('~')).toBe(false);
  expect(countTypes(parse(bodies[0]).map(({ type }) => type))).toEqual({
    exception: 2,
    log: 6,
    span: 8,
    hit: 3,
    replay: 1,
  });
});

test('ten spans make a trace, whose first is the parent of the others', () => {
  const spans = parse(bodyMaker(eventsOf(Array(20).fill('span')))(7)).map(({ payload }) => payload);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(2);
  expect(new Set(spans.map(({ uuid }) => uuid)).size).toBe(20);
  expect(spans.filter(({ parentId }) => parentId === undefined)).toHaveLength(2);
  expect(spans[15].parentId).toBe(spans[10].uuid);
});

test('words take the configured number of values', () => {
  const make = bodyMaker(eventsOf(['exception']), { users: 3, groups: 4, agents: 5, traces: 6 });
  const events = Array.from({ length: 60 }, (_, serial) => parse(make(serial))[0]);
  const different = (read) => new Set(events.map(read)).size;
  expect(different(({ contexts }) => contexts['user.id'])).toBe(3);
  expect(different(({ payload }) => payload.frames[0].function)).toBe(4);
  expect(different(({ contexts }) => contexts['device.userAgent'])).toBe(5);
  expect(different(({ contexts }) => contexts['trace.id'])).toBe(6);
});
