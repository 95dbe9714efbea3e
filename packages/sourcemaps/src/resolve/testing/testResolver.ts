import type { Database } from '@sluice/db';
import { createMetrics, silentLogger, systemClock, type Clock, type Logger, type Metrics } from '@sluice/runtime';
import type { Frame } from '@sluice/stacktrace';
import { createBlobStore } from '../../stores/createBlobStore.js';
import { encodeMappings, type Segment } from '../../testing/encodeMappings.js';
import { createFrameResolver } from '../createFrameResolver.js';
import type { FrameResolver } from '../frameResolver.js';
import type { RangeStore } from '../rangeCache.js';
import { DEFAULT_RESOLVER_CONFIG, type ResolverConfig } from '../resolverConfig.js';

/** A resolver that uses PostgreSQL, and records of its queries. */
export interface TestResolver extends FrameResolver {
  readonly stop: () => Promise<void>;
  readonly metrics: Metrics;
  /** Lookups in the database so far. */
  readonly lookUps: () => number;
  /** Reads of the store so far, each with its number of ranges. */
  readonly reads: readonly number[];
}

interface Differences {
  readonly clock?: Clock;
  readonly logger?: Logger;
  readonly config?: Partial<ResolverConfig>;
  /** Wraps the real store. */
  readonly store?: (real: RangeStore) => RangeStore;
}

/** A resolver with separate caches, as another process would have. */
export function testResolver(db: Database, differences: Differences = {}): TestResolver {
  const { clock = systemClock, logger = silentLogger, config = {}, store = (real: RangeStore) => real } = differences;
  let lookUps = 0;
  const reads: number[] = [];
  const real = store(createBlobStore({ kind: 'postgres' }, db));
  const counted: RangeStore = {
    readRanges: (key, ranges) => {
      reads.push(ranges.length);
      return real.readRanges(key, ranges);
    },
  };
  const kysely = db.kysely.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'RawNode') lookUps++;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const metrics = createMetrics();
  const resolver = createFrameResolver(
    { db: { ...db, kysely }, store: counted, metrics, logger, clock },
    { ...DEFAULT_RESOLVER_CONFIG, listens: false, ...config },
  );
  return { ...resolver, metrics, lookUps: () => lookUps, reads };
}

/** JSON of a map. @param lines of segments, all 0-based */
export const mapOf = (
  lines: readonly (readonly Segment[])[],
  sources: Readonly<Record<string, string | null>>,
  names: readonly string[] = [],
): string =>
  JSON.stringify({
    version: 3,
    sources: Object.keys(sources),
    sourcesContent: Object.values(sources),
    names,
    mappings: encodeMappings(lines),
  });

/** A frame in `app.js`. */
export const frameAt = (line: number | null, column: number | null, file = 'https://shop.example/app.js'): Frame => ({
  file,
  function: 't',
  line,
  column,
  inApp: true,
});
