import { Counter, registerOnce, type Metrics } from '@sluice/runtime';
import type { UnresolvedReason } from './frameResolver.js';

/** Metrics of a resolver. */
export interface ResolverMetrics {
  readonly frames: Counter<'outcome'>;
  readonly cache: Counter<'cache' | 'result'>;
  readonly damaged: Counter;
  readonly failures: Counter;
}

/** Result of a frame, as counted. */
export type FrameOutcome = 'resolved' | UnresolvedReason;

/** The resolver's metrics in a registry; several resolvers of one process share them. */
export function resolverMetrics(metrics: Metrics): ResolverMetrics {
  const once = <L extends string>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> =>
    registerOnce(metrics, name, () => new Counter({ name, help, labelNames, registers: [metrics] }));
  return {
    frames: once('sluice_sourcemaps_frames_total', 'Frames by outcome: resolved, or why not', ['outcome']),
    cache: once(
      'sluice_sourcemaps_cache_lookups_total',
      'Lookups in memory by what was looked up (file, range) and result (hit, miss)',
      ['cache', 'result'],
    ),
    damaged: once(
      'sluice_sourcemaps_corrupt_indexes_total',
      'Indexes found damaged or lost; each is rebuilt from its original',
    ),
    failures: once(
      'sluice_sourcemaps_read_failures_total',
      'Files whose index could not be read: their frames are unavailable',
    ),
  };
}
