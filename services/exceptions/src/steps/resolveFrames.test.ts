import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import type { StoredRow } from '@sluice/drain';
import type { FrameResolver, OriginalFrame, ResolvedFrame } from '@sluice/sourcemaps';
import { resolvedFrame } from '@sluice/testkit';
import type { GroupingDetails } from './readDetails.js';
import { readExceptionPayload } from './readExceptionPayload.js';
import { resolveFrames } from './resolveFrames.js';

type Row = StoredRow<'exceptions', GroupingDetails>;
type Asked = Parameters<FrameResolver['resolve']>;

const frame = (name: string, file = 'https://a.b/app.js'): Json => ({ file, function: name, line: 1, column: 2 });

const at = (name: string, line: number): Json => ({ file: 'https://a.b/app.js', function: name, line, column: 2 });

const NO_MAP: ResolvedFrame = { original: null, unresolved: 'no_map' };
const UNAVAILABLE: ResolvedFrame = { original: null, unresolved: 'unavailable' };

describe('frames are resolved for grouping', () => {
  test('of a whole write batch at once, each stack once, within the time limit', async () => {
    const rows = [
      rowOf({ frames: [frame('a')] }),
      rowOf({ frames: [frame('a')], message: 'other' }),
      rowOf({ frames: [frame('a')] }, 'shop@2'),
      rowOf({ message: 'm', frames: [frame('b')], cause: { frames: [frame('a')] } }),
    ];
    const { resolver, asked } = resolverOf({ a: resolvedFrame() });
    const found = await resolveFrames(resolver, rows, 500);
    expect(asked.map(([, { context, functions }]) => [context, functions])).toEqual([
      [false, false],
      [false, true],
    ]);
    for (const [, { timeoutMs = 0 }] of asked) {
      expect(timeoutMs).toBeGreaterThan(0);
      expect(timeoutMs).toBeLessThanOrEqual(450);
    }
    const namesOf = ([given]: Asked) =>
      given.map(({ release, frames }) => [release, frames.map((one) => one.function)]);
    const own = [
      ['shop@1', ['a']],
      ['shop@2', ['a']],
    ];
    // The frame that does not resolve needs no name.
    const cause = ['shop@1', ['a']];
    expect(asked.map(namesOf)).toEqual([
      [...own, ['shop@1', ['b']], cause],
      [...own, cause],
    ]);
    const load = { file: './src/cart.ts', function: 'load', line: 3, column: 1, inApp: true };
    expect(rows.map((row) => found.get(row))).toEqual([
      { frames: [load], causes: [] },
      { frames: [load], causes: [] },
      { frames: [load], causes: [] },
      { frames: undefined, causes: [[load]] },
    ]);
  });

  test.each<[string, Row]>([
    ['have neither a release nor debug ids', rowOf({ frames: [frame('a')] }, null)],
    ['have no frames', rowOf({ message: 'm' })],
    ['are grouped by what the client says', rowOf({ frames: [frame('a')], fingerprint: ['mine'] })],
  ])('but not of exceptions that %s: they cost nothing', async (_name, row) => {
    const { resolver, asked } = resolverOf({ a: resolvedFrame() });
    expect((await resolveFrames(resolver, [row], 500)).size).toBe(0);
    expect(asked).toEqual([]);
  });

  test('of exceptions without a release that have debug ids, apart where only these differ', async () => {
    const named = (debugId: string): Json => ({
      file: 'https://a.b/app.js',
      function: 'a',
      line: 1,
      column: 2,
      debugId,
    });
    const [one, other] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
    const rows = [one, other, one].map((id) => rowOf({ frames: [named(id)] }, null));
    const { resolver, asked } = resolverOf({ a: resolvedFrame() });
    const found = await resolveFrames(resolver, rows, 500);
    expect(asked[0]?.[0].map(({ release, frames }) => [release, frames[0]?.debugId])).toEqual([
      [null, one],
      [null, other],
    ]);
    expect(rows.map((row) => found.get(row)?.frames?.[0]?.function)).toEqual(['load', 'load', 'load']);
  });

  test('but not where nothing resolves', async () => {
    expect((await resolveFrames(resolverOf({}).resolver, [rowOf({ frames: [frame('a')] })], 500)).size).toBe(0);
  });

  test('by the application’s frames, each named with its caller; by all frames if there are none', async () => {
    const library = resolvedFrame({ file: 'node_modules/x/y.js', function: 'run', inApp: false });
    const { resolver, asked } = resolverOf({ a: resolvedFrame({ function: 'load' }), lib: library });
    const names = ['lib', 'a', 'lib', 'lib', 'a', 'a', 'lib', 'lib'];
    const rows = [rowOf({ frames: names.map((name, line) => at(name, line + 1)) }), rowOf({ frames: [frame('lib')] })];
    const found = await resolveFrames(resolver, rows, 500);
    expect(asked[1]?.[0].map(({ frames }) => frames.map((one) => one.line))).toEqual([[2, 3], [5, 6, 7], [1]]);
    expect(rows.map((row) => found.get(row)?.frames?.map((one) => one.function))).toEqual([
      ['load', 'load', 'load'],
      ['run'],
    ]);
  });

  test('by at most sixteen locations, however often they repeat', async () => {
    const { resolver, asked } = resolverOf({ a: resolvedFrame() });
    const deep = Array.from({ length: 100 }, (_, line) => at('a', (line % 3) + 1));
    const wide = Array.from({ length: 100 }, (_, line) => at('a', line + 1));
    const rows = [rowOf({ frames: deep }), rowOf({ frames: wide })];
    const found = await resolveFrames(resolver, rows, 500);
    expect(rows.map((row) => found.get(row)?.frames?.length)).toEqual([100, 16]);
    expect(asked[1]?.[0].map(({ frames }) => frames.length)).toEqual([100, 17]);
  });

  test('of the most frequent stacks first, as many as can be named in time', async () => {
    const { resolver } = resolverOf({ a: resolvedFrame() });
    const rows = Array.from({ length: 600 }, (_, line) =>
      rowOf({ frames: [at('a', line + 1), at('a', 10_000 + line)] }),
    );
    const again = rowOf({ frames: [at('a', 600), at('a', 10_599)] });
    const found = await resolveFrames(resolver, [...rows, again], 500);
    expect([found.size, found.has(again), found.has(rows[0] as Row), found.has(rows[550] as Row)]).toEqual([
      501,
      true,
      true,
      false,
    ]);
  });

  test('completely or not at all: stacks that could not be read in time stay as sent, including causes', async () => {
    const { resolver } = resolverOf({ a: resolvedFrame(), late: UNAVAILABLE });
    const rows = [
      rowOf({ frames: [frame('a'), frame('late')] }),
      rowOf({ frames: [frame('a')], cause: { frames: [frame('late')] } }),
      rowOf({ frames: [frame('a')] }),
    ];
    const found = await resolveFrames(resolver, rows, 500);
    expect(rows.map((row) => found.has(row))).toEqual([false, false, true]);
  });

  test.each<[string, Partial<OriginalFrame>, object]>([
    ['a path within the project begins there', { file: 'main.ts' }, { file: './main.ts' }],
    ['a library is one', { file: 'node_modules/x/y.js', inApp: false }, { file: 'node_modules/x/y.js', inApp: false }],
    ['an address is one', { file: 'https://c.d/x.ts' }, { file: 'https://c.d/x.ts' }],
    ['a path of a machine is one', { file: '/srv/x.ts' }, { file: '/srv/x.ts' }],
    ['no source leaves the file', { file: null }, { file: 'https://a.b/app.js' }],
    ['no function stays empty, whatever the engine printed', { function: null }, { function: '' }],
    ['what a minifier named has no name', { function: 't' }, { function: '' }],
    ['what the source names shortly has its name', { function: 'x' }, { function: 'x' }],
  ])('%s', async (_name, more, expected) => {
    const row = rowOf({ frames: [frame('t')] });
    const found = await resolveFrames(resolverOf({ t: resolvedFrame(more) }).resolver, [row], 500);
    expect(found.get(row)?.frames?.[0]).toMatchObject(expected);
  });
});

/** Resolves each frame to its function's name; records requests. */
function resolverOf(answers: Readonly<Record<string, ResolvedFrame>>) {
  const asked: Asked[] = [];
  const resolver: FrameResolver = {
    resolve: (...question) => {
      asked.push(question);
      const [stacks] = question;
      return Promise.resolve(stacks.map(({ frames }) => frames.map((one) => answers[one.function] ?? NO_MAP)));
    },
  };
  return { resolver, asked };
}

function rowOf(payload: Readonly<Record<string, Json>>, release: string | null = 'shop@1'): Row {
  return {
    event: { payload },
    facts: {},
    details: { exception: readExceptionPayload(payload), fingerprints: ['unused'] },
    row: { project_id: '1', release, hash: JSON.stringify(payload['frames'] ?? null) },
  } as unknown as Row;
}
