import { describe, expect, test } from '@jest/globals';
import { useDatabase, useResource } from '@sluice/testkit';
import { EXPECTED_CALLS } from './testing/program.js';
import { bundleProgram, stacksOf } from './testing/runProgram.js';
import { storeMap } from './testing/storeMap.js';
import { testResolver } from './testing/testResolver.js';

const FILENAME = 'assets/app.js';

const database = useDatabase();
const resolver = useResource(
  () => testResolver(database.db),
  (started) => started.stop(),
);

describe('functions of a program that really threw', () => {
  test.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['minified', { minify: true }, []],
    // Lowered, an async function is several calls.
    ['minified, for old engines', { minify: true, target: 'es2016' }, ['awaited', 'chained']],
    ['minified, with names kept', { minify: true, keepNames: true }, []],
    ['not minified', { target: 'es2022' }, []],
  ])('all bear the names that people gave them: %s', async (name, options, left) => {
    const calls = await callsOf(name, options, left);
    expect(calls.length).toBeGreaterThan(50);
    expect(calls.filter(({ expected, found }) => found !== expected)).toEqual([]);
  });

  test('without sources come from their callers, otherwise from the engine', async () => {
    const calls = await callsOf('bare', { minify: true, sourcesContent: false });
    const called = calls.filter(({ raw, found }) => found !== null && found !== raw);
    expect(new Set(called.filter(({ expected, found }) => found === expected).map(({ found }) => found))).toEqual(
      new Set([
        '#fail',
        'priceOf',
        'taxOf',
        'walkPrices',
        'missing',
        'discountOf',
        'retry',
        'total',
        'renderPage',
        'create',
        'longReport',
      ]),
    );
    // A caller knows a component by the name of its parameter, and an export by the name it has outside.
    expect(called.filter(({ expected, found }) => found !== expected).map(({ found }) => found)).toEqual([
      'legacyTotal',
      'type',
      'type',
    ]);
  });
});

interface Call {
  readonly scenario: string;
  readonly expected: string | undefined;
  readonly found: string | null | undefined;
  /** As the engine printed it. */
  readonly raw: string;
}

/** Bundles, throws, stores the map, and resolves every frame of every scenario. @param left scenarios that are left out */
async function callsOf(
  release: string,
  options: Readonly<Record<string, unknown>>,
  left: readonly string[] = [],
): Promise<readonly Call[]> {
  const bundle = bundleProgram(options);
  await storeMap(database.db, { projectId: '1', release, filename: FILENAME, map: bundle.map });
  const stacks = Object.entries(await stacksOf(bundle)).filter(([scenario]) => !left.includes(scenario));
  expect(stacks.map(([scenario, { length }]) => [scenario, length])).toEqual(
    stacks.map(([scenario]) => [scenario, EXPECTED_CALLS[scenario]?.length]),
  );
  const resolved = await resolver.resolve(
    stacks.map(([, frames]) => ({ projectId: '1', release, frames })),
    { context: false, functions: true },
  );
  return stacks.flatMap(([scenario, frames], at) =>
    frames.map(({ function: raw }, index) => {
      const found = resolved[at]?.[index]?.original?.function;
      return { scenario, expected: EXPECTED_CALLS[scenario]?.[index], found, raw };
    }),
  );
}
