import { describe, expect, test } from '@jest/globals';
import {
  causeLabel,
  eventAsText,
  isBareMessage,
  pageOf,
  placeOf,
  readBreadcrumbs,
  showsOwnCode,
  usesMaps,
  versioned,
  type EventDetail,
  type Frame,
} from './event';
import { whyUnresolved } from './whyUnresolved';

const frame: Frame = {
  file: 'https://shop.example/app.js',
  function: 't',
  module: null,
  line: 1,
  column: 20,
  inApp: true,
  context: null,
  vars: null,
  debugId: null,
  unresolved: null,
  original: {
    file: 'src/cart.ts',
    source: 'src/cart.ts',
    function: 'total',
    line: 8,
    column: 3,
    name: null,
    inApp: true,
    context: null,
  },
};
const raw: Frame = { ...frame, function: '', original: null, unresolved: 'no_map' };

const event = {
  id: 'e1',
  type: 'TypeError',
  message: 'x',
  timestamp: '2026-01-31T12:00:00.000Z',
  release: 'shop@1',
  environment: null,
  platform: null,
  user: 'id:1',
  userName: 'Ada',
  traceId: 't1',
  replayId: null,
  frames: [frame, raw],
  causes: [{ type: 'RangeError', message: 'why', frames: [raw], parent: null }],
  contexts: { 'page.url': 'https://shop.example/<b>', 'browser.name': 'Firefox', 'browser.version': '153.0' },
} as unknown as EventDetail;

describe('an event', () => {
  test('is copied as text with its causes', () => {
    expect(eventAsText(event)).toBe(
      [
        'TypeError: x',
        '    at total (src/cart.ts:8:3)',
        '    at (anonymous) (https://shop.example/app.js:1:20)',
        'Caused by RangeError: why',
        '    at (anonymous) (https://shop.example/app.js:1:20)',
        '',
        'event: e1',
        'time: 2026-01-31T12:00:00.000Z',
        'release: shop@1',
        'user: Ada (id:1)',
        'page: https://shop.example/<b>',
        'trace: t1',
      ].join('\n'),
    );
  });

  test('says which of its causes are parts of a group', () => {
    const cause = { type: 'E', message: 'm', frames: [] };
    const causes = [
      { ...cause, type: 'Group', parent: 0 },
      { ...cause, parent: 1 },
      { ...cause, parent: null },
      { ...cause, parent: 1 },
      { ...cause, parent: 0 },
    ];
    const group = { ...event, type: 'ExceptionGroup', frames: [], causes };
    expect(causes.map((_, index) => causeLabel(group, index))).toEqual([
      '1 of 2 in ExceptionGroup:',
      '1 of 2 in Group:',
      'Caused by',
      '2 of 2 in Group:',
      '2 of 2 in ExceptionGroup:',
    ]);
    expect(eventAsText(group)).toContain('1 of 2 in Group: E: m\nCaused by E: m\n2 of 2 in Group: E: m\n');
    const cut = Array.from({ length: 8 }, () => ({ ...cause, parent: 0 }));
    expect(causeLabel({ ...group, causes: cut }, 7)).toBe('8 in ExceptionGroup:');
  });

  test('has its page and browser from its contexts', () => {
    expect([pageOf(event), versioned(event, 'browser'), versioned(event, 'os')]).toEqual([
      'https://shop.example/<b>',
      'Firefox 153.0',
      undefined,
    ]);
  });

  test('shows a frame raw or resolved', () => {
    expect(placeOf(frame, true)).toEqual({ name: 't', place: 'https://shop.example/app.js:1:20' });
    expect(placeOf(frame, false)).toEqual({ name: 'total', place: 'src/cart.ts:8:3' });
  });

  test('shows the module of a frame beside its file, or in its place', () => {
    const sent = { ...raw, function: 'price', module: 'shop.cart', line: 17, column: null };
    const python = { ...sent, unresolved: 'not_javascript' } as const;
    expect(placeOf({ ...python, file: '' }, false)).toEqual({ name: 'price', place: 'shop.cart:17' });
    expect(placeOf({ ...python, file: 'app/cart.py' }, false)).toEqual({
      name: 'price',
      place: 'app/cart.py:17',
      module: 'shop.cart',
    });
    expect(placeOf({ ...sent, file: 'lib/cart.mjs' }, false)).toEqual({ name: 'price', place: 'lib/cart.mjs:17' });
    expect(placeOf({ ...frame, module: 'cart' }, false)).toEqual({ name: 'total', place: 'src/cart.ts:8:3' });
  });

  test('that is a captured message has its text as title, and no stack of its own', () => {
    const message = { ...event, type: 'Message', message: 'card declined', frames: [], causes: [] };
    expect(eventAsText(message)).toMatch(/^card declined\n\nevent: e1\n/);
    expect(isBareMessage(message)).toBe(true);
    expect(isBareMessage({ ...message, frames: [frame] })).toBe(false);
    expect(isBareMessage({ ...message, type: 'Error' })).toBe(false);
    expect(isBareMessage({ ...message, type: 'Content Security Policy' })).toBe(true);
  });
});

test('breadcrumbs of navigations and requests say where and how', () => {
  const sent = [
    { timestamp: '2026-01-31T12:00:00.000Z', category: 'navigation', data: { from: '/', to: '/cart' } },
    { category: 'http', level: 'error', message: 'GET /api', data: { status_code: 500, retries: 2 } },
    'nothing',
    null,
  ];
  expect(readBreadcrumbs(sent)).toEqual([
    { timestamp: undefined, category: 'http', level: 'error', text: 'GET /api [500] retries=2' },
    { timestamp: '2026-01-31T12:00:00.000Z', category: 'navigation', level: 'info', text: '/ → /cart' },
  ]);
  expect(readBreadcrumbs('none')).toEqual([]);
});

test.each([
  ['browsers', { method: 'GET', url: 'http://shop.example/a', status_code: 200 }, 'GET http://shop.example/a [200]'],
  ['Python', { 'http.method': 'PUT', url: 'http://b', status_code: 404, reason: 'x' }, 'PUT http://b [404] reason=x'],
  ['a page without a method', { url: 'http://shop.example/a' }, 'url=http://shop.example/a'],
])('a breadcrumb of a request of %s begins with its method and URL', (_, data, text) => {
  expect(readBreadcrumbs([{ category: 'http', data }])[0]?.text).toBe(text);
});

test('a frame that does not resolve has a reason and a remedy', () => {
  expect(whyUnresolved(raw, 'shop@1')).toEqual({
    why: 'No map of "app.js" was uploaded for release "shop@1".',
    remedy: 'Upload it',
  });
  const named = { ...raw, debugId: '85314830-023f-4cf1-a267-535f4e37bb17' };
  expect(whyUnresolved(named, null).why).toBe(
    `No map with the debug id ${named.debugId} was uploaded. Upload the maps of the build that is served.`,
  );
  expect(whyUnresolved(named, 'shop@1').why).toContain(
    'uploaded. No map of "app.js" was uploaded for release "shop@1".',
  );
  expect(whyUnresolved({ ...raw, file: '' }, 'shop@1').why).toContain('has no source map');
  expect(whyUnresolved({ ...raw, unresolved: 'not_javascript' }, 'shop@1')).toEqual({ why: '', remedy: undefined });
  expect(whyUnresolved({ ...raw, unresolved: 'no_release' }, null).why).toContain('contexts.release');
});

describe('source maps', () => {
  const context = { before: [], line: '  throw new RangeError();', after: [] };
  const read: Frame = { ...raw, inApp: true, column: 9, context };
  const node: Frame = { ...raw, inApp: false, file: 'node:internal/timers' };
  test.each<[string, readonly Frame[], boolean]>([
    ['a stack of which a frame resolves', [frame, node], true],
    ['a stack of which the code cannot be shown', [raw], true],
    ['a stack of libraries only', [{ ...raw, inApp: false }], true],
    ['minified lines', [{ ...read, column: 51_733 }], true],
    ['a frame that is not in its map', [{ ...read, unresolved: 'outside_map' }], true],
    ['code that the SDK has read on the server', [read, { ...read, unresolved: 'no_release' }, node], false],
    ['another language', [{ ...raw, unresolved: 'not_javascript' }], false],
    ['no stack', [], false],
  ])('are for %s: %#', (_name, frames, expected) => {
    expect(usesMaps(frames)).toBe(expected);
  });

  test('are not for a frame that shows its code, beside one that does not', () => {
    expect([read, { ...read, column: 51_733 }, raw, frame].map(showsOwnCode)).toEqual([true, false, false, false]);
    expect(usesMaps([read, raw])).toBe(true);
  });
});
