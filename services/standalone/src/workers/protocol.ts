import type { MetricsSnapshot, Readiness } from '@sluice/runtime';

/** Where a copy's databases are. */
export interface ServerUrls {
  readonly databaseUrl: string;
  /** The Redis of allowance and settings. */
  readonly redisUrl: string;
  /** The Redis of the queues. */
  readonly redisQueueUrl: string;
}

/** What the main process tells the worker process. */
export type WorkersRequest =
  | { readonly kind: 'start'; readonly urls: ServerUrls }
  | { readonly kind: 'stop' }
  | { readonly kind: 'ask'; readonly id: number };

/** What the worker process can be asked for. */
export interface WorkersState {
  readonly metrics: MetricsSnapshot;
  readonly readiness: Readiness;
}

/** What the worker process tells the main process. */
export type WorkersMessage =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly state: WorkersState };
