import type { EventType } from '@sluice/contract';

/**
 * Keys of a queue shard. All have its hash tag, so that one transaction or script may use any of them:
 *
 * | key | type | holds |
 * |---|---|---|
 * | `{sl<n>}:<type>:…` | BullMQ's own | the queue of an event type; the job hash is `{sl<n>}:<type>:<job id>` |
 * | `{sl<n>}:counts` | hash | `<type>:published` and `<type>:finished` in events, `transactions` in publishes |
 * | `{sl<n>}:returned:<type>` | sorted set | ids of requeued jobs that are not finished, by time of publishing |
 * | `{sl<n>}:mark:<project>:<hash>` | string, expires | accept mark of a batch: batch id and publish token |
 * | `{sl<n>}:fence` | string | lowest epoch that may publish to the shard |
 * | `{sl0}:placement` | string | the number of queue shards, which projects spread, the epoch and earlier ones: `placementRecord.ts` |
 * | `{sl<n>}:probe` | string, expires | nothing: readiness writes it |
 */
export const shardKeys = {
  prefix: (shard: number): string => `{sl${shard}}`,
  counts: (shard: number): string => `{sl${shard}}:counts`,
  fence: (shard: number): string => `{sl${shard}}:fence`,
  placement: '{sl0}:placement',
  probe: (shard: number): string => `{sl${shard}}:probe`,
  requeued: (shard: number, type: EventType): string => `{sl${shard}}:returned:${type}`,
  mark: (shard: number, projectId: string, hash: string): string => `{sl${shard}}:mark:${projectId}:${hash}`,
  job: (shard: number, type: EventType, jobId: string): string => `{sl${shard}}:${type}:${jobId}`,
} as const;

/** Fields of a queue shard's counts. Depth in events is published − finished. */
export const shardCounts = {
  transactions: 'transactions',
  published: (type: EventType): string => `${type}:published`,
  finished: (type: EventType): string => `${type}:finished`,
} as const;
