import type { Database } from '@sluice/db';
import type { RequestLimiter } from '@sluice/management';
import type { Clock, Logger } from '@sluice/runtime';
import type { BlobStore, CompilePool, FrameResolver } from '@sluice/sourcemaps';
import type { ChunkStore } from './chunks/createChunkStore.js';
import type { SourcemapsConfig } from './config.js';
import type { Scratch } from './scratch.js';
import type { SourcemapsMetrics } from './sourcemapsMetrics.js';
import type { UploadPace } from './uploads/createUploadPace.js';

/** What the routes and maintenance use. */
export interface ServiceContext {
  /** Pool for reads. */
  readonly db: Database;
  /** Pool for uploads and maintenance. */
  readonly uploadDb: Database;
  readonly store: BlobStore;
  readonly pool: CompilePool;
  readonly resolver: FrameResolver;
  readonly scratch: Scratch;
  readonly chunks: ChunkStore;
  /** Limits concurrent requests. */
  readonly requestLimiter: RequestLimiter;
  /** Limits concurrent uploads. */
  readonly uploadLimiter: RequestLimiter;
  /** Ends slow uploads that hold permits owed to others. */
  readonly uploadPace: UploadPace;
  readonly metrics: SourcemapsMetrics;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly config: SourcemapsConfig;
}
