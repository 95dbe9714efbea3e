import type { EventType } from '@sluice/contract';
import {
  addSeal,
  certainlyNotExecuted,
  isRedisUsable,
  shardCounts,
  shardKeys,
  readSeal,
  reloadScripts,
  type RedisClient,
  type SealReply,
} from '@sluice/redis';
import { failPoint, type Logger } from '@sluice/runtime';
import { chunkParts } from '../jobs/chunkParts.js';
import { newJobId } from '../jobs/jobId.js';
import { PublishFailedError } from '../publishFailedError.js';
import { ShardFencedError } from './shardFencedError.js';
import type { PublishBatch } from '../types.js';
import { FENCED, type JobWriter, type NewJob } from '../bullmqInternals/jobWriter.js';

/** A batch that is being published. Its accept mark contains the token, so that a repeated publish recognizes its own mark. */
export interface Claim {
  readonly batch: PublishBatch;
  readonly token: string;
  readonly markTtlMs: number;
}

/** Where claims are committed. */
export interface CommitTarget {
  readonly client: RedisClient;
  readonly shard: number;
  readonly writer: JobWriter;
  /** Gets a line at `debug` that says which jobs contain the events of which batches. */
  readonly logger: Logger;
}

/** Replies of EXEC, which times out after the client's `commandTimeout`. */
type Replies = [Error | null, unknown][] | null;

/**
 * Publishes all claims of a queue shard in one transaction, without retry. Resolves with one boolean per claim: whether
 * its accept mark was set by this publish.
 *
 * The transaction: a plain write, which a full Redis rejects together with everything after it → the jobs, under new ids
 * → the seal, which counts the jobs' events and sets the marks if every job exists.
 * @throws ShardFencedError if the writer's epoch is over in this shard: nothing was written
 * @throws PublishFailedError if it is not certain that everything was written
 */
export async function commitBatches(target: CommitTarget, claims: readonly Claim[]): Promise<boolean[]> {
  const { client, shard, writer, logger } = target;
  if (!isRedisUsable(client)) throw new PublishFailedError(true);
  const nowMs = Date.now();
  const jobs = chunkParts(claims.flatMap(({ batch }) => batch.parts)).map((chunk) => ({ id: newJobId(nowMs), chunk }));
  const counts = shardKeys.counts(shard);
  const transaction = client.multi();
  transaction.hincrby(counts, shardCounts.transactions, 1);
  for (const job of jobs) writer.add(transaction, job, nowMs);
  addSeal(transaction, { counts, jobs: jobs.map((job) => sealedJob(shard, job)), marks: claims.map(markIn(shard)) });
  failPoint('within-publish', 'soon');
  const replies = await transaction.exec().catch((error: unknown) => {
    throw new PublishFailedError(certainlyNotExecuted(error), error);
  });
  if (replies?.[1]?.[1] === FENCED) throw new ShardFencedError();
  const seal = checkReplies(replies, jobs, claims.length);
  if (seal.missing > 0) {
    // Redis lost BullMQ's script (restart, SCRIPT FLUSH). The seal has already counted the jobs that exist.
    await reloadScripts(client).catch(() => undefined);
    throw new PublishFailedError(seal.missing === jobs.length);
  }
  if (logger.isLevelEnabled('debug')) {
    const batches = claims.map(({ batch }) => batch.batchId);
    logger.debug({ shard, batches, jobs: jobs.map(({ id }) => id) }, 'batches published');
  }
  return [...seal.won];
}

/** Returns the reply of the seal. @throws PublishFailedError if a command failed and the seal does not report missing jobs */
function checkReplies(replies: Replies, jobs: readonly NewJob[], claims: number): SealReply {
  const seal = readSeal(replies?.at(-1)?.[1]);
  if (!replies || seal?.won.length !== claims) throw new PublishFailedError(false, firstError(replies));
  if (seal.missing > 0) return seal;
  const whole = jobs.every(({ id }, index) => replies[index + 1]?.[1] === id);
  if (!whole) throw new PublishFailedError(false, firstError(replies));
  return seal;
}

const firstError = (replies: Replies): Error | undefined =>
  replies?.find(([error]) => error !== null)?.[0] ?? undefined;

const sealedJob = (shard: number, { id, chunk }: NewJob): { key: string; field: string; events: number } => ({
  key: shardKeys.job(shard, chunk.type satisfies EventType, id),
  field: shardCounts.published(chunk.type),
  events: chunk.events,
});

const markIn =
  (shard: number) =>
  ({ batch, token, markTtlMs }: Claim): { key: string; value: string; ttlMs: number } => ({
    key: shardKeys.mark(shard, batch.projectId, batch.hash),
    value: `${batch.batchId}:${token}`,
    ttlMs: markTtlMs,
  });
