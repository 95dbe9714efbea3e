import { beforeAll, expect, test } from '@jest/globals';
import { ensurePartitions } from '@sluice/db';
import { listExceptions } from '../routes/exceptions/sql/listExceptions.js';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import {
  type BlobStore,
  createBlobStore,
  createFrameResolver,
  culpritText,
  DEFAULT_RESOLVER_CONFIG,
} from '@sluice/sourcemaps';
import { storeTestMap, testMap, useTenant } from '@sluice/testkit';
import { useApi } from '../testing/apiHarness.js';
import { storeThrown } from '../testing/storeThrown.js';
import { createFrameReader } from './createFrameReader.js';

const RELEASE = 'shop@1';
const PAGE = 20;
const FILES = ['a.js', 'b.js', 'c.js'];
const CART = 'export function load(id) {\n  return items[id];\n}\n';
const MAP = testMap({ 'src/cart.js': CART, 'node_modules/x/run.js': 'export const run = (f) => f();\n' }, [
  [10, 0, 1, 9],
  [30, 1, 0, 26],
]);
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const days = { interval: 'day' as const, fromMs: api.now - 86_400_000, throughMs: api.now };
  await ensurePartitions(api.db, { tables: ['exceptions'], ...days });
  const { projectId } = tenant;
  for (const filename of FILES) await storeTestMap(api.db, { projectId, release: RELEASE, filename }, MAP);
  const frame = (column: number, file: string) => ({
    file: `https://shop.example/${file}`,
    function: 't',
    line: 1,
    column,
    inApp: true,
  });
  const thrown = Array.from({ length: PAGE }, (_, nth) => {
    const file = FILES[nth % FILES.length] ?? '';
    return { release: RELEASE, payload: { frames: [frame(31, file), frame(11, file), frame(11, file)] } };
  });
  await storeThrown(api, tenant, thrown);
});

test('the culprits of a page cost as much as one call: one lookup, and per map one read of positions and one of sources', async () => {
  const { rows } = await listExceptions(api.db, tenant.projectId, {
    limit: PAGE,
    fromMs: 0,
    toMs: api.now + 1,
    after: undefined,
  });
  const ids = rows.map(({ id }) => id);
  const { resolver, costs } = coldResolver();
  const reader = createFrameReader(resolver, { resolveMs: 30_000, culpritMs: 30_000 });
  const culprits = await reader.readCulprits(api.db, tenant.projectId, ids);
  expect(ids.map((id) => culpritText(culprits.get(id)))).toEqual(Array(PAGE).fill('load in src/cart.js'));
  expect(costs).toEqual({ lookUps: 1, reads: 2 * FILES.length });
  await reader.readCulprits(api.db, tenant.projectId, ids);
  expect(costs.reads).toBe(2 * FILES.length);
  await resolver.stop();
});

/** A resolver that knows nothing yet, and the questions of the database and reads of the store that it has cost. */
function coldResolver() {
  const costs = { lookUps: 0, reads: 0 };
  const store: BlobStore = createBlobStore({ kind: 'postgres' }, api.db);
  const kysely = api.db.kysely.withPlugin({
    transformQuery: ({ node }) => {
      costs.lookUps += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const readRanges: BlobStore['readRanges'] = (key, ranges) => {
    costs.reads += 1;
    return store.readRanges(key, ranges);
  };
  const resolver = createFrameResolver(
    {
      db: { ...api.db, kysely },
      store: { ...store, readRanges },
      metrics: createMetrics(),
      logger: silentLogger,
      clock: systemClock,
    },
    // A new LISTEN connection clears its cache.
    { ...DEFAULT_RESOLVER_CONFIG, listens: false },
  );
  return { resolver, costs };
}
