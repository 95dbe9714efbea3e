import type { Chunk, EventType, SerializedPart } from '@sluice/contract';
import type { Component } from '@sluice/runtime';

/** A batch as it is published: every part of it becomes visible to workers, or none does. */
export interface PublishBatch {
  readonly projectId: string;
  /** The batch hash, 64 hex digits: the accept mark is kept under it. */
  readonly hash: string;
  readonly batchId: string;
  readonly parts: readonly SerializedPart[];
  /** Hours since 1970: the one that the batch was charged in, for whoever counts what is published. */
  readonly hour?: number;
  /** How long the accept mark is kept, in milliseconds, where it differs from the publisher's setting. */
  readonly markTtlMs?: number;
}

/** `accepted`: this call set the accept mark. `duplicate`: another call had set it; what this one wrote is skipped by receipts. */
export type PublishResult = 'accepted' | 'duplicate';

/** Writes batches to the queues of their shard. */
export interface Publisher extends Component {
  /**
   * Publishes a batch whole, trying until `timeoutMs` (default: the publisher's setting). Rejects with `PublishFailed`,
   * never with anything else.
   */
  readonly publish: (batch: PublishBatch, timeoutMs?: number) => Promise<PublishResult>;
  /** Whether the batch was accepted within the marks' time to live. Rejects where Redis cannot say. */
  readonly isMarked: (batch: Pick<PublishBatch, 'projectId' | 'hash' | 'batchId'>) => Promise<boolean>;
  /** Whether the connection looked alive a moment ago. */
  readonly isUsable: () => boolean;
}

/** A job as its handler gets it. */
export interface AcquiredJob {
  readonly id: string;
  readonly shard: number;
  /** How often the job was handed to a handler, this time included, crashes included. */
  readonly starts: number;
  readonly publishedAtMs: number;
  /** Events in the job, as its publisher counted them. */
  readonly events: number;
  /** Reads {@link raw}: the job's parts, each still to be judged; `undefined` where it is no chunk at all. */
  readonly parse: () => Chunk | undefined;
  /** The job's data as stored. */
  readonly raw: string;
}

/**
 * Resolves once everything of the job is stored: the job is removed and its events are counted as finished in one
 * transaction. Rejects to have the job again after a back-off. `signal` aborts when the consumer wants to be gone.
 */
export type HandleJob = (job: AcquiredJob, signal: AbortSignal) => Promise<void>;

/** Takes the jobs of one event type from every queue shard. */
export interface Consumer extends Component {
  /** Takes no more jobs until {@link resume}; those already taken go on. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Whether the connections of all shards are up. */
  readonly isUsable: () => boolean;
}

/** How far a type's workers are behind. */
export interface QueueDepth {
  /** Events published and not yet finished. */
  readonly events: number;
  /** Jobs waiting, delayed or taken. */
  readonly jobs: number;
  /** Age of the oldest job that is not finished; `undefined` where there is none. */
  readonly oldestAgeMs: number | undefined;
}

/** Reads queue depths without loading a payload. */
export interface DepthReader extends Component {
  /** The depth of a type over all shards. Rejects where Redis cannot say. */
  readonly read: (type: EventType) => Promise<QueueDepth>;
}
