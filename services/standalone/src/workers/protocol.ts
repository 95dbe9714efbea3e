import type { MetricsSnapshot, Readiness } from '@sluice/runtime';

/** URLs of the databases. */
export interface ServerUrls {
  readonly databaseUrl: string;
  /** Redis with allowance and settings. */
  readonly redisUrl: string;
  /** Redis with the queues. */
  readonly redisQueueUrl: string;
}

/** What the worker process needs to start. */
export interface WorkersFacts {
  readonly urls: ServerUrls;
  /** Where a browser on this machine reaches this copy; `undefined` if the port is not chosen yet. */
  readonly localUrl: string | undefined;
}

/** Messages from the main process to the worker process. */
export type WorkersRequest =
  | { readonly kind: 'start'; readonly facts: WorkersFacts }
  | { readonly kind: 'stop' }
  | { readonly kind: 'ask'; readonly id: number };

/** State of the worker process. */
export interface WorkersState {
  readonly metrics: MetricsSnapshot;
  readonly readiness: Readiness;
}

/** Messages from the worker process to the main process. */
export type WorkersMessage =
  | { readonly kind: 'loaded' }
  | { readonly kind: 'started' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'answer'; readonly id: number; readonly state: WorkersState };
