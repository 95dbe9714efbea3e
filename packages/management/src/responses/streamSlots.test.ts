import { expect, test } from '@jest/globals';
import { createStreamSlots } from './streamSlots.js';

test('an organization has at most half of the places, and a place that is given back is free again', () => {
  const slots = createStreamSlots({ most: 4, maxMs: 1 });
  const first = slots.take('a');
  slots.take('a');
  expect(() => slots.take('a')).toThrow(expect.objectContaining({ status: 503, code: 'busy' }));
  slots.take('b');
  slots.take('c');
  expect(() => slots.take('d')).toThrow(/Too many live streams/);
  first();
  slots.take('d');
  expect(() => slots.take('a')).toThrow(/Too many live streams/);
});

test('with a single place, an organization can have it', () => {
  const slots = createStreamSlots({ most: 1, maxMs: 1 });
  const release = slots.take('a');
  expect(() => slots.take('b')).toThrow(/Too many/);
  release();
  expect(() => slots.take('b')).not.toThrow();
});
