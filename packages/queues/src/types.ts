import type { Chunk, EventType, SerializedPart } from '@sluice/contract';
import type { Component } from '@sluice/runtime';

/** A batch to publish: all of its parts become visible to workers, or none. */
export interface PublishBatch {
  readonly projectId: string;
  /** The batch hash, 64 hexadecimal digits; part of the key of the accept mark. */
  readonly hash: string;
  readonly batchId: string;
  readonly parts: readonly SerializedPart[];
  /** The UTC hour in which the batch was charged, hours since 1970. */
  readonly hour?: number;
  /** Time to live of the accept mark in milliseconds, if it differs from the publisher's setting. */
  readonly markTtlMs?: number;
}

/** `accepted`: this call set the accept mark. `duplicate`: another call had set it; receipts make workers skip the jobs of this one. */
export type PublishResult = 'accepted' | 'duplicate';

/** Publishes batches to the queues of their shard. */
export interface Publisher extends Component {
  /**
   * Publishes a batch whole, with retries for `timeoutMs` (default: the publisher's setting).
   * @throws PublishFailedError and nothing else
   */
  readonly publish: (batch: PublishBatch, timeoutMs?: number) => Promise<PublishResult>;
  /** Resolves with whether the batch has a live accept mark. Rejects if Redis does not answer. */
  readonly isMarked: (batch: Pick<PublishBatch, 'projectId' | 'hash' | 'batchId'>) => Promise<boolean>;
  /** Whether every server of the connection answered within the last two seconds. */
  readonly isUsable: () => boolean;
  /** Writes to every shard. Resolves with why a batch would not be published, and what to do; `undefined` if it would. */
  readonly problem: () => Promise<string | undefined>;
}

/** An acquired job, as its handler gets it. */
export interface AcquiredJob {
  readonly id: string;
  readonly shard: number;
  /** How often the job was started, including this start and those that ended in a crash; requeuing takes a start back. */
  readonly starts: number;
  readonly publishedAtMs: number;
  /** Events in the job, as its publisher counted them. */
  readonly events: number;
  /** Parses {@link raw}. Returns its parts, which are not validated yet; `undefined` if it is not a chunk. */
  readonly parse: () => Chunk | undefined;
  /** The job's data as stored. */
  readonly raw: string;
}

/**
 * Resolves when everything in the job is stored; then the job is removed and its events are counted as finished,
 * atomically. If it rejects, the job is requeued after a back-off. `signal` aborts when the consumer stops.
 */
export type HandleJob = (job: AcquiredJob, signal: AbortSignal) => Promise<void>;

/** Acquires the jobs of one event type from every queue shard. */
export interface Consumer extends Component {
  /** Acquires no more jobs until {@link resume}; active jobs continue. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Number of queue shards that it consumes now. */
  readonly shards: () => number;
  /** Whether the connections of all shards are up. */
  readonly isUsable: () => boolean;
  /** Reads every shard. Resolves with the shards that cannot be read and what to do; `undefined` if all can. */
  readonly problem: () => Promise<string | undefined>;
}

/** Backlog of one event type. */
export interface QueueDepth {
  /** Events published and not yet finished. */
  readonly events: number;
  /** Events ever finished; falls when a shard of an earlier number is removed. */
  readonly finished: number;
  /** Jobs waiting, delayed or active. */
  readonly jobs: number;
  /** Age of the oldest unfinished job in milliseconds; `undefined` if there is none. */
  readonly oldestAgeMs: number | undefined;
}

/** Reads queue depths without loading a payload. */
export interface DepthReader extends Component {
  /** Reads the depth of an event type over all shards. Rejects if Redis does not answer. */
  readonly read: (type: EventType) => Promise<QueueDepth>;
}
