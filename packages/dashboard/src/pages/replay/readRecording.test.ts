import { describe, expect, test } from '@jest/globals';
import { fromSnapshot, inOrder, problemOf, readEvents, readMarks, spreadMarks, type Mark } from './readRecording';

const meta = (timestamp: number, href: unknown) => ({ type: 4, timestamp, data: { href } });

describe('a recording', () => {
  test.each([
    [null],
    ['x'],
    [{}],
    [[null, 1, { type: 4 }, { type: '4', timestamp: 1, data: {} }, { type: 4, timestamp: Number.NaN, data: {} }]],
  ])('of %j has no events', (events) => {
    expect(readEvents(events)).toEqual([]);
  });

  test('is played in the order of time', () => {
    expect(inOrder(readEvents([meta(2, 'b'), meta(1, 'a')])).map(({ timestamp }) => timestamp)).toEqual([1, 2]);
  });

  test.each([
    ['', /no snapshot of the page to start from/],
    ['mii', /no snapshot of the page to start from/],
    ['s', /nothing happened after the first snapshot/],
    ['msi', /^playable$/],
  ])('of the events "%s" says whether it can be played', (kinds, expected) => {
    expect(problemOf(recordingOf(kinds)) ?? 'playable').toMatch(expected);
  });

  test.each([
    ['msi', 'msi'],
    ['iimismi', 'msmi'],
    ['isi', 'si'],
    ['mii', 'mii'],
  ])('with the events "%s" starts as "%s"', (kinds, expected) => {
    const played = fromSnapshot(recordingOf(kinds));
    expect(played.map(({ type }) => ({ 2: 's', 3: 'i', 4: 'm' })[type]).join('')).toBe(expected);
  });

  test('has marks for pages, clicks and custom events', () => {
    const click = { type: 3, timestamp: 15, data: { source: 2, type: 2, x: 3.7, y: 4 } };
    const move = { type: 3, timestamp: 16, data: { source: 1 } };
    const custom = { type: 5, timestamp: 17, data: { tag: 'paid' } };
    const events = [meta(10, '/a'), meta(11, '/a'), click, move, custom, meta(20, '/b'), meta(30, 5)];
    expect(readMarks(events, 10).map(({ kind, at, text }) => `${kind} ${at} ${text}`)).toEqual([
      'navigation 0 /a',
      'click 5 Click at 4, 4',
      'custom 7 paid',
      'navigation 10 /b',
      'navigation 20 ',
    ]);
  });

  test('of a Sentry SDK has marks that say what happened', () => {
    const custom = (timestamp: number, tag: string, payload: object) => ({
      type: 5,
      timestamp,
      data: { tag, payload },
    });
    const events = [
      custom(10, 'options', { sessionSampleRate: 1 }),
      custom(12, 'performanceSpan', { op: 'resource.script', description: 'https://shop.example/app.js' }),
      custom(15, 'breadcrumb', { category: 'ui.click', message: 'main > button#pay' }),
      custom(16, 'breadcrumb', { category: 'replay.hydrate-error' }),
      custom(17, 'breadcrumb', {}),
      custom(18, 'performanceSpan', { op: 'memory', description: 'memory' }),
      custom(19, 'paid', { total: 42 }),
    ];
    expect(readMarks(events, 10).map(({ kind, at, text }) => `${kind} ${at} ${text}`)).toEqual([
      'custom 2 resource.script https://shop.example/app.js',
      'click 5 main > button#pay',
      'custom 6 replay.hydrate-error',
      'custom 7 breadcrumb',
      'custom 8 memory',
      'custom 9 paid',
    ]);
  });

  test('of a Sentry SDK has each click once, with what was clicked', () => {
    const click = (timestamp: number, id: number) => ({
      type: 3,
      timestamp,
      data: { source: 2, type: 2, id, x: id, y: 0 },
    });
    const note = (timestamp: number, nodeId: number, category = 'ui.click') => ({
      type: 5,
      timestamp,
      data: { tag: 'breadcrumb', payload: { category, message: `button#${nodeId}`, data: { nodeId } } },
    });
    const events = [
      note(1_000, 7),
      note(1_000, 7, 'ui.slowClickDetected'),
      click(1_139, 7),
      click(1_500, 7),
      note(1_501, 8),
      click(3_000, 8),
      note(9_000, 9),
    ];
    expect(readMarks(events, 1_000).map(({ kind, at, text }) => `${kind} ${at} ${text}`)).toEqual([
      'click 0 button#7',
      'custom 0 ui.slowClickDetected button#7',
      'click 500 Click at 7, 0',
      'click 501 button#8',
      'click 2000 Click at 8, 0',
      'click 8000 button#9',
    ]);
  });
});

describe('the marks of a timeline', () => {
  const mark = (at: number, isBad = false): Mark => ({ kind: 'click', at, text: String(at), isBad });

  test('are at most one for each of 201 places, and an exception before others', () => {
    const marks = Array.from({ length: 100_000 }, (_, at) => mark(at, at % 1_000 === 999));
    const drawn = spreadMarks(marks, 99_999);
    expect(drawn).toHaveLength(201);
    expect(drawn.filter(({ isBad }) => isBad)).toHaveLength(100);
  });

  test('are within the recording', () => {
    expect(spreadMarks([mark(-1), mark(0), mark(10), mark(11)], 10).map(({ at }) => at)).toEqual([0, 10]);
    expect(spreadMarks([mark(0)], 0)).toHaveLength(1);
  });
});

test('marks of a recording with 200,000 navigations are read in one pass', () => {
  const events = Array.from({ length: 200_000 }, (_, index) => meta(index, `/${index % 2}`));
  expect(readMarks(events, 0)).toHaveLength(200_000);
});

/** Events by letter: `s` snapshot, `i` change, `m` address and size. */
function recordingOf(kinds: string) {
  return kinds.split('').map((kind, timestamp) => ({ type: { s: 2, i: 3, m: 4 }[kind] ?? 0, timestamp, data: {} }));
}
