import { beforeAll, describe, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { listExceptions } from '../routes/exceptions/sql/listExceptions.js';
import { culpritText, type FrameResolver, type ResolvedFrame } from '@sluice/sourcemaps';
import { resolvedFrame, useTenant } from '@sluice/testkit';
import { useApi } from '../testing/apiHarness.js';
import { storeThrown } from '../testing/storeThrown.js';
import { createFrameReader } from './createFrameReader.js';

const LIMITS = { resolveMs: 3_000, culpritMs: 150 };
const frame = (name: string) => ({ file: 'https://a.b/app.js', function: name, line: 1, column: 2, inApp: true });
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
  const payload = { frames: [frame('a'), frame('lib'), frame('c'), frame('d')] };
  await storeThrown(api, tenant, [
    { release: 'shop@1', payload, ago: 2_000 },
    { release: 'shop@1', payload: { frames: [frame('lib'), frame('c'), frame('d')] }, ago: 1_000 },
  ]);
});

type Asked = Parameters<FrameResolver['resolve']>;

const library = resolvedFrame({ file: 'node_modules/x.js', inApp: false });
const unresolved = (reason: 'no_map' | 'unavailable'): ResolvedFrame => ({ original: null, unresolved: reason });

describe('the culprits of a page', () => {
  test('are asked for together, each exception once; names only of the culprits, with their callers', async () => {
    const { asked, texts } = await culpritsBy((name, functions) =>
      name === 'lib' ? library : resolvedFrame({ function: functions ? 'load' : name }),
    );
    expect(texts).toEqual(['load in src/cart.ts', 'load in src/cart.ts']);
    const namesOf = ([stacks]: Asked) => stacks.map(({ frames }) => frames.map((one) => one.function).join(' '));
    expect(asked.map(namesOf).map((stacks) => stacks.toSorted())).toEqual([
      ['a lib c d', 'lib c d'],
      ['a lib', 'c d'],
    ]);
    for (const [stacks, { context, timeoutMs = 0 }] of asked) {
      expect([context, stacks[0]?.projectId, stacks[0]?.release]).toEqual([false, tenant.projectId, 'shop@1']);
      expect(timeoutMs).toBeGreaterThan(0);
      expect(timeoutMs).toBeLessThanOrEqual(LIMITS.culpritMs);
    }
  });

  test('are returned as sent without a map, and nothing more is read', async () => {
    const { asked, texts } = await culpritsBy(() => unresolved('no_map'));
    expect(texts).toEqual(['lib in app.js', 'a in app.js']);
    expect(asked).toHaveLength(1);
  });

  test('are as they were sent, and marked, where their names are not there in time', async () => {
    const { texts, late } = await culpritsBy((_name, functions) =>
      functions ? unresolved('unavailable') : resolvedFrame(),
    );
    expect([texts, late]).toEqual([
      ['lib in app.js', 'a in app.js'],
      [true, true],
    ]);
  });

  test('do not flip: one that is late once is what it was before', async () => {
    const answers = [resolvedFrame({ function: 'load' }), unresolved('unavailable')];
    let answer = answers[0] ?? unresolved('no_map');
    const resolver: FrameResolver = {
      resolve: (stacks) => Promise.resolve(stacks.map(({ frames }) => frames.map(() => answer))),
    };
    const reader = createFrameReader(resolver, LIMITS);
    const { rows } = await listExceptions(api.db, tenant.projectId, {
      limit: 10,
      fromMs: 0,
      toMs: api.now + 1,
      after: undefined,
    });
    const read = async () => {
      const found = await reader.readCulprits(
        api.db,
        tenant.projectId,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id }) => [culpritText(found.get(id)), found.get(id)?.isLate]);
    };
    expect(await read()).toEqual(Array(2).fill(['load in src/cart.ts', false]));
    answer = answers[1] ?? answer;
    expect(await read()).toEqual(Array(2).fill(['load in src/cart.ts', true]));
  });
});

/** Asks for the culprits of both, the latest first. */
async function culpritsBy(answer: (name: string, functions: boolean) => ResolvedFrame) {
  const asked: Asked[] = [];
  const resolver: FrameResolver = {
    resolve: (stacks, options) => {
      asked.push([stacks, options]);
      const { functions } = options;
      return Promise.resolve(stacks.map(({ frames }) => frames.map((one) => answer(one.function, functions))));
    },
  };
  const page = { limit: 10, fromMs: 0, toMs: api.now + 1, after: undefined };
  const { rows } = await listExceptions(api.db, tenant.projectId, page);
  const ids = rows.map(({ id }) => id);
  const found = await createFrameReader(resolver, LIMITS).readCulprits(api.db, tenant.projectId, [...ids, ...ids, 'x']);
  return {
    asked,
    texts: ids.map((id) => culpritText(found.get(id))),
    late: ids.map((id) => found.get(id)?.isLate),
  };
}
