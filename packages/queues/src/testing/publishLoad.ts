import { setImmediate as nextTurn } from 'node:timers/promises';
import { PublishFailedError } from '../publishFailedError.js';
import type { PublishBatch, Publisher, PublishResult } from '../types.js';

/** How a publish ended. */
export type PublishEnd = PublishResult | 'certainly failed' | 'in doubt';

/** A batch and how its publish ended. */
export interface PublishedBatch {
  readonly batch: PublishBatch;
  readonly end: PublishEnd;
}

/** Publishes a batch. Rejects only with what {@link Publisher} does not promise. */
export async function publishOnce(
  publisher: Pick<Publisher, 'publish'>,
  batch: PublishBatch,
  timeoutMs?: number,
): Promise<PublishEnd> {
  try {
    return await publisher.publish(batch, timeoutMs);
  } catch (error) {
    if (!(error instanceof PublishFailedError)) throw error;
    return error.certain ? 'certainly failed' : 'in doubt';
  }
}

/** Clients that publish one batch after another. */
export interface PublishLoad {
  /** Grows while the load runs, in the order of the ends. */
  readonly ends: readonly PublishedBatch[];
  /** Ends the load; resolves when the last publishes are settled. Safe to call twice. */
  readonly stop: () => Promise<void>;
}

/** What a load publishes, and with how many clients. */
export interface PublishLoadOptions {
  readonly clients: number;
  /** Returns a batch that is published nowhere else. */
  readonly next: () => PublishBatch;
  /** Batches after which the load ends by itself; 50,000 when unset. */
  readonly limit?: number;
}

/** More than a test on two cores publishes; what a load keeps of that many batches fits into memory. */
const MOST_BATCHES = 50_000;

/**
 * Starts clients that publish until `stop`. Each yields to the event loop after each batch: a stopped publisher rejects at
 * once, and a client that only awaited it would keep timers and sockets, and with them the end of its test, from running.
 */
export function startPublishLoad(publisher: Pick<Publisher, 'publish'>, options: PublishLoadOptions): PublishLoad {
  const { clients, next, limit = MOST_BATCHES } = options;
  const ends: PublishedBatch[] = [];
  let started = 0;
  let stopped = false;
  const client = async (): Promise<void> => {
    while (!stopped && started < limit) {
      started += 1;
      const batch = next();
      ends.push({ batch, end: await publishOnce(publisher, batch) });
      await nextTurn();
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  running.catch(() => undefined);
  return {
    ends,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}
