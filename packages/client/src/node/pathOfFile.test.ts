import { afterEach, expect, it } from '@jest/globals';
import { captureException } from '../capture/captureException.js';
import type { EventOf } from '../core/event.js';
import { close } from '../core/flush.js';
import { init } from './init.js';
import { pathOfFile } from './pathOfFile.js';

afterEach(() => close());

it.each([
  ['file:///a%20b/c.mjs', '/a b/c.mjs'],
  ['file:///srv/k%C3%A4se.mjs?update=1', '/srv/käse.mjs'],
  ['file:///a%zz/c.mjs', 'file:///a%zz/c.mjs'],
  ['file:///a%/c.mjs', 'file:///a%/c.mjs'],
  ['file:///a%2Fb/c.mjs', 'file:///a%2Fb/c.mjs'],
  ['/a%20b/c.cjs', '/a%20b/c.cjs'],
  ['node:internal/timers', 'node:internal/timers'],
  ['https://shop.example/a%20b.js', 'https://shop.example/a%20b.js'],
])('the path of %s is %s', (file, path) => {
  expect(pathOfFile(file)).toBe(path);
});

it('frames of modules have paths, as those of CommonJS have them', () => {
  const sent: EventOf<'exception'>[] = [];
  init({ transport: () => ({ send: (event) => void sent.push(event as EventOf<'exception'>) }) });
  const frames = ['at load (file:///a%20b/c.mjs:3:4)', 'at file:///a%zz/d.mjs:5:6', 'at run (/e f/g.cjs:7:8)'];
  captureException(Object.assign(new Error('x'), { stack: ['Error: x', ...frames].join('\n    ') }));

  expect(sent[0]?.payload.frames?.map(({ file }) => file)).toEqual(['/a b/c.mjs', 'file:///a%zz/d.mjs', '/e f/g.cjs']);
});
