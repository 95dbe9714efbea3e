import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type * as tag from './tagOptions.js';
import { openFakePage, type FakePage } from '../testing/fakePage.js';

// It asks for the script's own tag when it is loaded.
let page: FakePage;
let tagOptions: (typeof tag)['tagOptions'];
beforeAll(async () => {
  page = openFakePage();
  ({ tagOptions } = await import('./tagOptions.js'));
});
afterAll(() => page.close());

const USUAL = ['breadcrumbs', 'httpErrors', 'httpSpans', 'browserTracing', 'webVitals', 'hits'];

const OFF = { debug: false, sendUrlQuery: false };

describe('the attributes of the tag', () => {
  test.each<[string, Record<string, string>, object]>([
    ['are all optional', {}, { ...OFF, names: USUAL }],
    [
      'are what the SDK is started with',
      {
        dsn: 'https://k@sluice.example',
        release: 'shop@1',
        environment: 'staging',
        debug: '',
        tracesSampleRate: '0.5',
      },
      {
        dsn: 'https://k@sluice.example',
        release: 'shop@1',
        environment: 'staging',
        debug: true,
        sendUrlQuery: false,
        tracesSampleRate: 0.5,
        names: USUAL,
      },
    ],
    ['have addresses sent as they are', { sendUrlQuery: '' }, { ...OFF, sendUrlQuery: true, names: USUAL }],
    ['switch replays on', { replay: '' }, { ...OFF, names: [...USUAL, 'replay'] }],
    ['give replays their share', { replay: '0.25' }, { ...OFF, names: [...USUAL, 'replay'] }],
    ['record only visits with an exception', { replay: '0' }, { ...OFF, names: [...USUAL, 'replay'] }],
    ['leave replays off', { replay: 'false', debug: 'false' }, { ...OFF, names: USUAL }],
    ['mean nothing where they are no share', { tracesSampleRate: '7' }, { ...OFF, names: USUAL }],
  ])('%s', (_name, data, options) => {
    expect(read(data)).toEqual(options);
  });
});

function read(data: Record<string, string>): Record<string, unknown> {
  const { integrations = [], ...rest } = tagOptions(data);
  return { ...rest, names: integrations.flatMap((one) => (one ? [one.name] : [])) };
}
