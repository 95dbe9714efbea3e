import type { Database } from '@sluice/db';
import type { RequestLimiter } from '@sluice/management';
import type { Clock, Logger } from '@sluice/runtime';
import type { BlobStore, CompilePool, FrameResolver } from '@sluice/sourcemaps';
import type { SourcemapsConfig } from './config.js';
import type { Scratch } from './scratch.js';
import type { SourcemapsMetrics } from './sourcemapsMetrics.js';
import type { UploadPace } from './uploads/createUploadPace.js';

/** What the routes and the upkeep work with. */
export interface Workshop {
  /** For short questions. */
  readonly db: Database;
  /** For uploads and upkeep. */
  readonly uploadDb: Database;
  readonly store: BlobStore;
  readonly pool: CompilePool;
  readonly resolver: FrameResolver;
  readonly scratch: Scratch;
  /** Bounds the questions that are answered at once. */
  readonly gate: RequestLimiter;
  /** Bounds the uploads at once. */
  readonly uploadGate: RequestLimiter;
  /** Ends slow uploads whose place others are owed. */
  readonly uploadPace: UploadPace;
  readonly metrics: SourcemapsMetrics;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly config: SourcemapsConfig;
}
