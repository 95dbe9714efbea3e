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
      'is an error',
      eventOf('error', { ...NOWHERE, error: new RangeError('far') }),
      [{ type: 'RangeError', message: 'far' }],
    ],
    [
      'is a rejection',
      eventOf('unhandledrejection', { reason: new TypeError('no') }),
      [{ type: 'TypeError', message: 'no' }],
    ],
    ['is a rejection with something else', eventOf('unhandledrejection', { reason: 'no' }), [{ message: 'no' }]],
    ['is a rejection with nothing', eventOf('unhandledrejection', { reason: undefined }), [{ message: 'undefined' }]],
    [
      'is a place where there is no error',
      eventOf('error', {
        message: 'Uncaught undefined',
        filename: 'https://a.example/a.js',
        lineno: 3,
        colno: 7,
        error: undefined,
      }),
      [{ message: 'Uncaught undefined', frames: [{ file: 'https://a.example/a.js', line: 3, column: 7 }] }],
    ],
    ['is not what the browser keeps secret', eventOf('error', { ...NOWHERE, message: 'Script error.' }), []],
    ['is not what is harmless', eventOf('error', { ...NOWHERE, message: 'ResizeObserver loop limit exceeded' }), []],
    ['is not a picture that is missing', eventOf('error', {}), []],
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
