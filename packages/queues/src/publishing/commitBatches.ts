import type { EventType } from '@sluice/contract';
import {
  addSeal,
  certainlyNotExecuted,
  isRedisUsable,
  shardCounts,
  shardKeys,
  readSeal,
  type RedisClient,
  type SealReply,
} from '@sluice/redis';
import { failPoint } from '@sluice/runtime';
import { addStandardJob } from '../bullmqInternals/bullmqScripts.js';
import { chunkParts, type ChunkText } from '../jobs/chunkParts.js';
import { newJobId } from '../jobs/jobId.js';
import { PublishFailed } from '../publishFailed.js';
import type { PublishBatch } from '../types.js';
import type { JobWriter } from '../bullmqInternals/jobWriter.js';

/** A batch on its way: its accept mark bears the token, so that a repeat recognises its own mark. */
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
}

interface NewJob {
  readonly id: string;
  readonly chunk: ChunkText;
}

/** Milliseconds that each EXEC may take before it is given up are the client's `commandTimeout`. */
type Replies = [Error | null, unknown][] | null;

/**
 * Publishes all claims of a shard in one transaction, once: for each claim whether its accept mark is its own. Rejects
 * with {@link PublishFailed} where it is not certain that all of it was written.
 *
 * The transaction: a plain write that a full Redis refuses, and with it everything → the jobs, under fresh ids → the
 * seal, which counts the jobs' events and sets the marks if every job is there.
 */
export async function commitBatches(target: CommitTarget, claims: readonly Claim[]): Promise<boolean[]> {
  const { client, shard, writer } = target;
  if (!isRedisUsable(client)) throw new PublishFailed(true);
  const nowMs = Date.now();
  const jobs = chunkParts(claims.flatMap(({ batch }) => batch.parts)).map((chunk) => ({ id: newJobId(nowMs), chunk }));
  const counts = shardKeys.counts(shard);
  const transaction = client.multi();
  transaction.hincrby(counts, shardCounts.transactions, 1);
  for (const { id, chunk } of jobs) writer.add(transaction, id, chunk, nowMs);
  addSeal(transaction, { counts, jobs: jobs.map((job) => sealedJob(shard, job)), marks: claims.map(markIn(shard)) });
  failPoint('within-publish', 'soon');
  const replies = await transaction.exec().catch((error: unknown) => {
    throw new PublishFailed(certainlyNotExecuted(error), error);
  });
  const seal = checkReplies(replies, jobs, claims.length);
  if (seal.missing > 0) {
    // Redis has forgotten BullMQ's script (a restart, SCRIPT FLUSH): what was found of the jobs is counted already.
    await loadJobScript(client);
    throw new PublishFailed(seal.missing === jobs.length);
  }
  return [...seal.won];
}

/** Makes the script that adds jobs known to the server. Rejects with {@link PublishFailed}, nothing was written. */
export async function loadJobScript(client: RedisClient): Promise<void> {
  await client.script('LOAD', addStandardJob.source).catch((error: unknown) => {
    throw new PublishFailed(true, error);
  });
}

/** The seal, where every command did what it was sent for or the seal says which jobs are missing. */
function checkReplies(replies: Replies, jobs: readonly NewJob[], claims: number): SealReply {
  const seal = readSeal(replies?.at(-1)?.[1]);
  if (!replies || seal?.won.length !== claims) throw new PublishFailed(false, firstError(replies));
  if (seal.missing > 0) return seal;
  const whole = jobs.every(({ id }, index) => replies[index + 1]?.[1] === id);
  if (!whole) throw new PublishFailed(false, firstError(replies));
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
