import { Counter, Gauge, Histogram, type Metrics } from '@sluice/runtime';

/** Result of an upload. */
export type UploadOutcome = 'new' | 'replaced' | 'unchanged' | 'refused' | 'failed';

/** Metrics of the service in addition to those of requests. */
export interface SourcemapsMetrics {
  readonly uploaded: (outcome: UploadOutcome) => void;
  readonly received: (bytes: number) => void;
  readonly compiled: (ms: number) => void;
  readonly bundled: (outcome: 'ok' | 'error') => void;
  readonly deleted: (blobs: number) => void;
  readonly recompiled: (outcome: 'made' | 'failed' | 'given_up') => void;
}

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Returns the metrics in `registry`. @param chunkBytes see `ChunkStore.bytes` */
export function sourcemapsMetrics(registry: Metrics, chunkBytes: () => number): SourcemapsMetrics {
  const registers = [registry];
  const uploads = new Counter({
    name: 'sluice_sourcemaps_uploads_total',
    help: 'Uploads by outcome: new, replaced, unchanged, refused (4xx), failed',
    labelNames: ['outcome'] as const,
    registers,
  });
  const bytes = new Counter({
    name: 'sluice_sourcemaps_received_bytes_total',
    help: 'Bytes of maps received completely',
    registers,
  });
  const seconds = new Histogram({
    name: 'sluice_sourcemaps_compile_seconds',
    help: 'From a map on disk to its index, the wait for a thread included',
    buckets: SECONDS,
    registers,
  });
  const bundles = new Counter({
    name: 'sluice_sourcemaps_bundles_total',
    help: 'Bundles of sentry-cli by outcome: ok, error (the client was told why)',
    labelNames: ['outcome'] as const,
    registers,
  });
  const chunks: Gauge = new Gauge({
    name: 'sluice_sourcemaps_chunk_bytes',
    help: 'Chunks of bundles on disk, as they count against SOURCEMAPS_CHUNK_MB',
    registers,
    collect: () => chunks.set(chunkBytes()),
  });
  const deleted = new Counter({
    name: 'sluice_sourcemaps_deleted_blobs_total',
    help: 'Blobs deleted because no map used them',
    registers,
  });
  const recompilations = new Counter({
    name: 'sluice_sourcemaps_recompilations_total',
    help: 'Rebuilds of damaged or outdated indexes by outcome: made, failed, given_up',
    labelNames: ['outcome'] as const,
    registers,
  });
  return {
    uploaded: (outcome) => uploads.inc({ outcome }),
    received: (count) => bytes.inc(count),
    compiled: (ms) => seconds.observe(ms / 1_000),
    bundled: (outcome) => bundles.inc({ outcome }),
    deleted: (count) => deleted.inc(count),
    recompiled: (outcome) => recompilations.inc({ outcome }),
  };
}
