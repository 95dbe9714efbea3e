import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient } from '../testing/startTestClient.js';
import { globalErrors } from './globalErrors.js';

let page: FakePage;
beforeEach(() => {
  page = openFakePage();
});
afterEach(() => page.close());

const eventOf = (type: string, fields: object): Event => Object.assign(new Event(type), fields);
const NOWHERE = { message: '', filename: '', lineno: 0, colno: 0, error: null };

describe('uncaught errors', () => {
  test.each<[string, Event, readonly object[]]>([
    [
      'an error is reported',
      eventOf('error', { ...NOWHERE, error: new RangeError('far') }),
      [{ type: 'RangeError', message: 'far' }],
    ],
    [
      'a rejection is reported with its reason',
      eventOf('unhandledrejection', { reason: new TypeError('no') }),
      [{ type: 'TypeError', message: 'no' }],
    ],
    ['a rejection with a text is reported', eventOf('unhandledrejection', { reason: 'no' }), [{ message: 'no' }]],
    [
      'a rejection without a reason is reported',
      eventOf('unhandledrejection', { reason: undefined }),
      [{ message: 'undefined' }],
    ],
    [
      'a place without an error is reported',
      eventOf('error', {
        message: 'Uncaught undefined',
        filename: 'https://a.example/a.js',
        lineno: 3,
        colno: 7,
        error: undefined,
      }),
      [{ message: 'Uncaught undefined', frames: [{ file: 'https://a.example/a.js', line: 3, column: 7 }] }],
    ],
    [
      'an error whose details the browser hides is not reported',
      eventOf('error', { ...NOWHERE, message: 'Script error.' }),
      [],
    ],
    [
      'a harmless error is not reported',
      eventOf('error', { ...NOWHERE, message: 'ResizeObserver loop limit exceeded' }),
      [],
    ],
    ['a missing picture is not reported', eventOf('error', {}), []],
  ])('%s', async (_name, event, payloads) => {
    const { client, ofType } = startTestClient([globalErrors()]);
    page.window.dispatchEvent(event);
    await client.close();
    page.window.dispatchEvent(eventOf('error', { ...NOWHERE, error: new Error('after close') }));
    expect(ofType('exception').map(({ payload }) => payload)).toEqual(
      payloads.map((payload) => expect.objectContaining({ ...payload, handled: false })),
    );
  });
});
