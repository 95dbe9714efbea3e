import { expect, test } from '@jest/globals';
import { readMessage } from './readMessage.js';

const entry = (message: unknown, params: unknown, formatted?: unknown): object => ({
  logentry: { message, params, formatted },
});

test.each<[string, object, string | undefined]>([
  ['a message', { message: 'disk full' }, 'disk full'],
  ['a message as an object', { message: { message: 'disk full' } }, 'disk full'],
  ['a log entry rather than a message', { message: 'a', logentry: { message: 'b' } }, 'b'],
  ['the text that the SDK has formatted', entry('disk %s', ['full'], 'disk is full'), 'disk is full'],
  ['a template', entry('disk full', undefined), 'disk full'],
  ['a template with a list', entry('%s has %d items, 100%%', ['ada', 3]), 'ada has 3 items, 100%'],
  ['a template with names', entry('%(user)s has %(n)d', { user: 'ada', n: 3 }), 'ada has 3'],
  ['a template with braces', entry('{} has {n} of {0}', { 0: 'ada', n: 3 }), 'ada has 3 of ada'],
  ['a parameter that is an object as JSON', entry('got %s', [{ a: 1 }]), 'got {"a":1}'],
  ['a parameter that is null', entry('got %s', [null]), 'got null'],
  ['a placeholder without a parameter as it is', entry('%s and %s', ['a']), 'a and %s'],
  ['a name of the prototype as it is', entry('{constructor} {a}', { a: 1 }), '{constructor} 1'],
  ['nothing of an empty message', { message: '' }, undefined],
  ['nothing of a message without text', { message: { params: [1] } }, undefined],
  ['nothing where there is none', {}, undefined],
])('returns %s', (_name, event, expected) => {
  expect(readMessage({ ...event })).toBe(expected);
});

test('does not repeat a long parameter without bound', () => {
  const text = readMessage({ ...entry('{0}'.repeat(30_000), ['x'.repeat(100_000)]) });
  expect(text?.length).toBeLessThan(100_000);
});
