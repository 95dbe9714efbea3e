import { describe, expect, test } from '@jest/globals';
import type { OriginalFrame, ResolvedFrame, UnresolvedReason } from './frameResolver.js';
import type { Frame } from '@sluice/stacktrace';
import { culpritOf, culpritIndex, culpritText, culpritWindow, isCulpritLate, type Culprit } from './culpritOf.js';

const raw = (unresolved: UnresolvedReason): ResolvedFrame => ({ original: null, unresolved });
const library = original('node_modules/react/index.js', 'render', { inApp: false });

describe('the culprit', () => {
  test.each<[string, readonly ResolvedFrame[], string | null]>([
    ['is the newest frame, resolved', [original('src/cart.ts', 'load')], 'load in src/cart.ts'],
    ['is as it was sent where that does not resolve', [raw('no_map'), original('src/cart.ts', 'load')], 'a in app.js'],
    ['is as it was sent where its map is not there in time', [raw('unavailable')], 'a in app.js'],
    ['is as it was sent where nothing is answered', [], 'a in app.js'],
    ['is the application’s, not of a library in its bundle', [library, original('src/a.ts', 'f')], 'f in src/a.ts'],
    [
      'is a library’s where there is nothing else',
      [library, library, library],
      'render in node_modules/react/index.js',
    ],
    ['has no name where the original function has none', [original('src/cart.ts', null)], 'src/cart.ts'],
    ['has no file where the map names none', [original(null, 'load')], 'load'],
  ])('%s', (_name, resolved, expected) => {
    expect(textOf([frame('a'), frame('b'), frame('c')], resolved)).toBe(expected);
  });

  test.each<[string, readonly ResolvedFrame[], boolean]>([
    ['its map is not there in time', [raw('unavailable')], true],
    ['a map of a frame before it is not', [library, raw('unavailable'), original('src/a.ts', 'f')], true],
    ['only a map of a frame behind it is not', [original('src/a.ts', 'f'), raw('unavailable')], false],
    ['there is no map', [raw('no_map')], false],
    ['only a map behind one that does not exist is not', [raw('no_map'), raw('unavailable')], false],
    ['nothing is answered', [], false],
  ])('is late or not where %s', (_name, resolved, expected) => {
    expect(isCulpritLate(culpritWindow([frame('a'), frame('b'), frame('c')], 'Error'), resolved)).toBe(expected);
  });

  test('is null without frames', () => {
    expect(textOf([], [])).toBeNull();
    expect(culpritText(undefined)).toBeNull();
  });

  test('is looked for from the newest frame of the application on, in eight frames, with the caller of the last', () => {
    const frames = [frame('x', false), ...Array.from({ length: 20 }, (_, index) => frame(`f${index}`))];
    const window = culpritWindow(frames, 'Error');
    expect(window.map((one) => one.function)).toEqual(Array.from({ length: 9 }, (_, index) => `f${index}`));
    const resolved = [...Array.from({ length: 8 }, () => library), original('src/late.ts', 'late')];
    expect(culpritIn(window, resolved).original).toBe('render in node_modules/react/index.js');
  });
});

function culpritIn(window: readonly Frame[], resolved: readonly ResolvedFrame[]): Culprit {
  const place = culpritIndex(window, resolved);
  return culpritOf(window, place === undefined ? null : (resolved[place]?.original ?? null));
}

function frame(name: string, inApp = true): Frame {
  return {
    file: 'https://a.b/app.js',
    function: name,
    line: 1,
    column: 2,
    inApp,
  };
}

function original(file: string | null, name: string | null, more: Partial<OriginalFrame> = {}): ResolvedFrame {
  return {
    original: {
      file,
      source: file,
      function: name,
      line: 1,
      column: 1,
      name: null,
      inApp: true,
      context: null,
      ...more,
    },
    unresolved: null,
  };
}

function textOf(frames: readonly Frame[], resolved: readonly ResolvedFrame[]): string | null {
  return culpritText(culpritIn(culpritWindow(frames, 'Error'), resolved));
}
