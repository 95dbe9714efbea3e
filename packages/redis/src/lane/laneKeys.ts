import type { EventType } from '@sluice/contract';

/**
 * The keys of a lane. All bear its hash tag, so that one transaction or script may touch any of them:
 *
 * | key | type | holds |
 * |---|---|---|
 * | `{sl<n>}:<type>:…` | BullMQ's own | the queue of an event type; the job hash is `{sl<n>}:<type>:<job id>` |
 * | `{sl<n>}:counts` | hash | `<type>:published` and `<type>:finished` in events, `transactions` in publishes |
 * | `{sl<n>}:returned:<type>` | sorted set | ids of jobs that were put back and are not finished, by their time of publishing |
 * | `{sl<n>}:mark:<project>:<hash>` | string, expires | who set the accept mark of a batch: batch id and publish token |
 */
export const laneKeys = {
  prefix: (lane: number): string => `{sl${lane}}`,
  counts: (lane: number): string => `{sl${lane}}:counts`,
  returned: (lane: number, type: EventType): string => `{sl${lane}}:returned:${type}`,
  mark: (lane: number, projectId: string, hash: string): string => `{sl${lane}}:mark:${projectId}:${hash}`,
  job: (lane: number, type: EventType, jobId: string): string => `{sl${lane}}:${type}:${jobId}`,
} as const;

/** Fields of a lane's counts. Depth in events is published − finished. */
export const laneCounts = {
  transactions: 'transactions',
  published: (type: EventType): string => `${type}:published`,
  finished: (type: EventType): string => `${type}:finished`,
} as const;
