import { expect, test } from '@jest/globals';
import { createStreamSlots } from './streamSlots.js';

/** A stream of another user of the organization each time. */
let users = 0;
const of = (organizationId: string, sender = `user ${(users += 1)}`) => ({ organizationId, sender });

test('an organization has at most half of the places, and a place that is given back is free again', () => {
  const slots = createStreamSlots({ most: 4, maxMs: 1 });
  const first = slots.take(of('a'));
  slots.take(of('a'));
  expect(() => slots.take(of('a'))).toThrow(expect.objectContaining({ status: 503, code: 'busy' }));
  slots.take(of('b'));
  slots.take(of('c'));
  expect(() => slots.take(of('d'))).toThrow(/Too many live streams/);
  first();
  slots.take(of('d'));
  expect(() => slots.take(of('a'))).toThrow(/Too many live streams/);
});

test('with a single place, an organization can have it', () => {
  const slots = createStreamSlots({ most: 1, maxMs: 1 });
  const release = slots.take(of('a'));
  expect(() => slots.take(of('b'))).toThrow(/Too many/);
  release();
  expect(() => slots.take(of('b'))).not.toThrow();
});

test('a user has at most five places in all organizations', () => {
  const slots = createStreamSlots({ most: 50, maxMs: 1 });
  const releases = ['a', 'a', 'a', 'b', 'b'].map((organization) => slots.take(of(organization, 'user')));
  expect(() => slots.take(of('c', 'user'))).toThrow(expect.objectContaining({ status: 429, code: 'too_many_streams' }));
  expect(() => slots.take(of('c', 'another user'))).not.toThrow();
  releases[0]?.();
  expect(() => slots.take(of('c', 'user'))).not.toThrow();
});
