import { QueueKeys, RedisQueueBackend, type IRedisTransaction, type JobJson, type KeysMap } from 'bullmq';
import { JOB_VERSION, type EventType } from '@sluice/contract';
import { shardKeys, type RedisTransaction } from '@sluice/redis';
import { addStandardJob } from './bullmqScripts.js';
import type { ChunkText } from '../jobs/chunkParts.js';
import { formatLabel } from '../jobs/jobLabel.js';

/** Adds jobs to transactions of the caller's, in BullMQ's own format and by its own script. */
export class JobWriter {
  private readonly keys = new Map<EventType, KeysMap>();
  private readonly queueKeys: QueueKeys;
  private readonly backend: RedisQueueBackend;

  constructor(shard: number) {
    const prefix = shardKeys.prefix(shard);
    this.queueKeys = new QueueKeys(prefix);
    // The connection stays unused: everything is added to a transaction that comes with its own.
    const connection = undefined as never;
    const toKey = (type: string): string => this.queueKeys.toKey('', type);
    const options = { connection, prefix };
    this.backend = new RedisQueueBackend(connection, '', this.keysOf('span'), toKey, options, connection, false);
  }

  /** Queues one `EVALSHA` on the transaction; its reply is the job's id. */
  add(transaction: RedisTransaction, id: string, chunk: ChunkText, nowMs: number): void {
    const target = {
      runCommand: (_name: string, args: (string | Buffer)[]) =>
        transaction.evalsha(addStandardJob.sha, addStandardJob.keys, ...args),
    } as unknown as IRedisTransaction;
    // Resolved before it returns: it awaits nothing but what `runCommand` gives.
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
  // Handed on as it is: the script takes bytes as well as text.
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
