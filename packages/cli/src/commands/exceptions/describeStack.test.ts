import { describe, expect, test } from '@jest/globals';
import { createStyle } from '../../output/style.js';
import { describeStack } from './describeStack.js';

const PLAIN = createStyle(false);
const context = { before: ['function a() {', ''], line: '\tb();', after: ['}'] };
const original = {
  file: 'src/cart.ts',
  source: 'webpack://shop/./src/cart.ts',
  function: 'load',
  line: 10,
  column: 3,
  name: 'b',
  inApp: true,
  context,
};
const frame = {
  file: 'https://a.b/app.js',
  function: 't',
  line: 1,
  column: 900,
  inApp: true,
  original: null,
  unresolved: 'no_release',
};
const resolved = { ...frame, original, unresolved: null };
const library = { ...original, file: 'node_modules/x/y.js', function: 'run', inApp: false };
const stackOf = (fields: object): string => describeStack({ id: 'e-1', type: 'T', message: 'm', ...fields }, PLAIN);

const HINT = 'some frames are not resolved; for the reason: sluice sourcemaps explain e-1';

describe('a stack', () => {
  test('shows the original frames, and the lines around the newest of the application', () => {
    const frames = [{ ...resolved, original: library }, resolved, resolved, frame];
    expect(stackOf({ frames, causes: [] })).toBe(
      [
        'T: m',
        '    at run (node_modules/x/y.js:10:3)',
        '    at load (src/cart.ts:10:3)',
        '         8 | function a() {',
        '         9 |',
        '      > 10 |   b();',
        '        11 | }',
        '    at load (src/cart.ts:10:3)',
        '    at t (https://a.b/app.js:1:900)',
        HINT,
      ].join('\n'),
    );
  });

  test('shows the causes as the service read them; of an older service, as they were sent', () => {
    const cause = { type: 'E', message: 'why', frames: [frame], cause: { type: 'F', message: 'deep' } };
    const sent = `T: m\ncaused by E: why\n    at t (https://a.b/app.js:1:900)\ncaused by F: deep\n${HINT}`;
    expect(stackOf({ frames: [], cause })).toBe(sent);
    const causes = [{ type: 'E', message: 'why', frames: [{ ...resolved, original: { ...original, context: null } }] }];
    expect(stackOf({ frames: [], cause, causes })).toBe('T: m\ncaused by E: why\n    at load (src/cart.ts:10:3)');
  });

  test('says which causes are parts of a group', () => {
    const error = { message: 'm', frames: [] };
    const causes = [
      { ...error, type: 'A', parent: 0 },
      { ...error, type: 'B', parent: 0 },
      { ...error, type: 'C', parent: null },
      { ...error, type: 'D', parent: 7 },
    ];
    const lines = stackOf({ type: 'AggregateError', frames: [frame], causes }).split('\n');
    expect(lines.filter((line) => line.endsWith(': m'))).toEqual([
      'AggregateError: m',
      '1 of 2 in AggregateError: A: m',
      '2 of 2 in AggregateError: B: m',
      'caused by C: m',
      'caused by D: m',
    ]);
    const cut = Array.from({ length: 8 }, () => ({ ...error, type: 'A', parent: 0 }));
    expect(stackOf({ type: 'G', frames: [frame], causes: cut })).toContain('\n8 in G: A: m\n');
  });

  test('shows the source lines that were sent with an unresolved frame', () => {
    const sent = { ...frame, column: 3, context: { before: ['a();'], line: 'b();', after: [] }, unresolved: 'no_map' };
    const shown = ['    at t (https://a.b/app.js:1:3)', '        0 | a();', '      > 1 | b();'];
    expect(stackOf({ frames: [sent], causes: [] })).toBe(['T: m', ...shown].join('\n'));
    expect(stackOf({ frames: [{ ...sent, column: 5 }], causes: [] })).toContain(HINT);
    const resolvedToo = { ...sent, original: { ...original, context: null }, unresolved: null };
    expect(stackOf({ frames: [resolvedToo], causes: [] })).toBe('T: m\n    at load (src/cart.ts:10:3)');
  });

  test('shows module and variables of the newest frame of the application, as the program printed them', () => {
    const python = { ...frame, file: '', column: null, unresolved: 'not_javascript' };
    const vars = { cart_id: "'c-17'", note: 'a\nb\u001b', long: 'x'.repeat(200) };
    const frames = [
      { ...python, function: 'get', module: 'django.db', inApp: false, vars },
      { ...python, function: 'price', module: 'shop.cart', line: 17, vars },
      { ...python, function: 'run', module: 'main', file: 'app/main.py', line: 3, vars },
    ];
    expect(stackOf({ frames, causes: [] }).split('\n')).toEqual([
      'T: m',
      '    at get (django.db:1)',
      '    at price (shop.cart:17)',
      "        cart_id = 'c-17'",
      '        note = a·b·',
      `        long = ${'x'.repeat(159)}…`,
      '    at run (app/main.py:3 in main)',
    ]);
  });

  test('of a captured message is its text', () => {
    expect(stackOf({ type: 'Message', message: 'card declined', frames: [], causes: [] })).toBe('card declined');
  });

  test('names the command that explains why frames are unresolved', () => {
    for (const unresolved of ['no_release', 'no_map', 'outside_map', 'bad_map', 'unavailable']) {
      expect(
        stackOf({ frames: [{ ...frame, unresolved }], causes: [] })
          .split('\n')
          .at(-1),
      ).toBe(HINT);
    }
    for (const other of [{ unresolved: 'no_position' }, { unresolved: 'no_map', inApp: false }]) {
      expect(stackOf({ frames: [{ ...frame, ...other }], causes: [] })).not.toContain('explain');
    }
  });

  test('reports which parts an exception without frames lacks', () => {
    const expected = /^T: m\nno frames: the exception has neither payload\.stack nor payload\.frames, .*$/;
    expect(stackOf({ frames: [], causes: [] })).toMatch(expected);
    expect(stackOf({ frames: [], causes: [{ type: 'E', message: 'm', frames: [frame] }] })).not.toContain('no frames');
  });

  test('has no line without a name, and none that steers the terminal', () => {
    const frames = [
      {
        ...resolved,
        original: { ...original, function: null, file: null, context: { ...context, line: '\u001b[2J' } },
      },
    ];
    const lines = stackOf({ frames, causes: [] }).split('\n');
    expect(lines[1]).toBe('    at https://a.b/app.js:10:3');
    expect(lines[4]).toBe('      > 10 | ·[2J');
  });
});
