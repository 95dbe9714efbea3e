import { afterEach, describe, expect, test } from '@jest/globals';
import { captureException } from '../capture/captureException.js';
import { collectEvents } from '../capture/testing/collectEvents.js';
import { getClient } from './client.js';
import { filterEvents, type EventFilters } from './filterEvents.js';

const ERROR = {
  name: 'TypeError',
  message: 'items is undefined',
  stack: 'TypeError: items is undefined\n    at Array.map (<anonymous>)\n    at pay (https://cdn.example/shop.js:1:2)',
};

afterEach(async () => getClient()?.close());

describe('filterEvents', () => {
  test.each<[string, EventFilters, boolean]>([
    ['nothing', {}, true],
    ['a text of the message', { ignoreErrors: ['is undefined'] }, false],
    ['another text', { ignoreErrors: ['is null'] }, true],
    ['a pattern of the message', { ignoreErrors: [/^items/] }, false],
    ['a pattern of type and message', { ignoreErrors: [/^TypeError: items/] }, false],
    ['a denied file', { denyUrls: [/cdn\.example/] }, false],
    ['another denied file', { denyUrls: ['other.example'] }, true],
    ['an allowed file', { allowUrls: ['https://cdn.example/'] }, true],
    ['only other files allowed', { allowUrls: ['https://shop.example/'] }, false],
    ['a share of none', { sampleRate: 0 }, false],
    ['a share of all', { sampleRate: 1 }, true],
  ])('sends or drops an exception with %s', (_name, filters, expected) => {
    expect(isSent(filters)).toBe(expected);
  });

  test('matches a global pattern each time', () => {
    const ignoreErrors = [/items/g];
    expect([1, 2, 3].map(() => isSent({ ignoreErrors }))).toEqual([false, false, false]);
  });

  test('sends exceptions without a known file, whatever the allowed ones', () => {
    expect(isSent({ allowUrls: ['https://shop.example/'] }, { name: 'Error', message: 'x' })).toBe(true);
  });

  test('finds the file in a stack that is read on the server', () => {
    const stack = 'Error: two\nlines\n    at pay (https://cdn.example/shop.js:1:2)';
    expect(isSent({ denyUrls: ['cdn.example'] }, { name: 'Error', message: 'two\nlines', stack })).toBe(false);
  });

  test('passes other events, calls the next function for them, and counts dropped ones', () => {
    const seen: string[] = [];
    const beforeSend = filterEvents({ ignoreErrors: ['x'] }, (event) => {
      seen.push(event.type);
      return event;
    });
    const { client } = collectEvents({ beforeSend });
    captureException(new Error('x'));
    client.capture('log', { level: 'info', message: 'x' });
    expect(seen).toEqual(['log']);
  });
});

/** Whether such an exception is sent. */
function isSent(filters: EventFilters, error: object = ERROR): boolean {
  const collected = collectEvents({ beforeSend: filterEvents(filters) });
  captureException({ ...error });
  return collected.of('exception').length > 0;
}
