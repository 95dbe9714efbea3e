import { QueueKeys, RedisQueueBackend, type IRedisTransaction, type JobJson, type KeysMap } from 'bullmq';
import { JOB_VERSION, type EventType } from '@sluice/contract';
import { shardKeys, type RedisTransaction } from '@sluice/redis';
import { addFenced, addStandardJob } from './bullmqScripts.js';
import type { ChunkText } from '../jobs/chunkParts.js';
import { formatLabel } from '../jobs/jobLabel.js';

/** Reply of the script instead of a job's id, if the publisher's epoch is over in the queue shard. */
export const FENCED = 'fenced';

/** A job to be added. */
export interface NewJob {
  readonly id: string;
  readonly chunk: ChunkText;
}

/** Adds jobs of one epoch to the caller's transactions, with BullMQ's format and script. */
export class JobWriter {
  private readonly keys = new Map<EventType, KeysMap>();
  private readonly queueKeys: QueueKeys;
  private readonly backend: RedisQueueBackend;

  constructor(
    private readonly shard: number,
    private readonly epoch: number,
  ) {
    const prefix = shardKeys.prefix(shard);
    this.queueKeys = new QueueKeys(prefix);
    // The backend never uses its connection: each command goes to a transaction, which has its own.
    const connection = undefined as never;
    const toKey = (type: string): string => this.queueKeys.toKey('', type);
    const options = { connection, prefix };
    this.backend = new RedisQueueBackend(connection, '', this.keysOf('span'), toKey, options, connection, false);
  }

  /** Queues one `EVALSHA` on the transaction before it returns; its reply is the job's id, or {@link FENCED}. */
  add(transaction: RedisTransaction, { id, chunk }: NewJob, nowMs: number): void {
    const target = {
      runCommand: (_name: string, args: (string | Buffer)[]) => {
        const keys = args.slice(0, addStandardJob.keys);
        const own = args.slice(addStandardJob.keys);
        const fence = shardKeys.fence(this.shard);
        return transaction.evalsha(addFenced.sha, addFenced.keys, ...keys, fence, ...own, this.epoch);
      },
    } as unknown as IRedisTransaction;
    // Settled before it returns: it awaits only the result of `runCommand`.
    void this.backend.addJobToTransaction(target, jobOf(id, chunk, nowMs), id, {}, this.keysOf(chunk.type));
  }

  private keysOf(type: EventType): KeysMap {
    const known = this.keys.get(type);
    if (known !== undefined) return known;
    const made = this.queueKeys.getKeys(type);
    this.keys.set(type, made);
    return made;
  }
}

const jobOf = (id: string, { events, json }: ChunkText, nowMs: number): JobJson => ({
  id,
  name: formatLabel({ version: JOB_VERSION, events }),
  // Bytes: the script takes them as well as text, and nothing is encoded again.
  data: json as unknown as string,
  opts: {},
  progress: 0,
  attemptsMade: 0,
  attemptsStarted: 0,
  stalledCounter: 0,
  timestamp: nowMs,
  failedReason: '',
  returnvalue: '',
});
