import { randomUUID } from 'node:crypto';
import { PublishFailedError } from '../publishFailedError.js';
import type { PublishBatch, PublishResult } from '../types.js';
import type { Claim } from './commitBatches.js';

/**
 * A batch whose publish has not settled.
 *
 * | state | `sent` | `inDoubt` | at its deadline |
 * |---|---|---|---|
 * | waiting, never sent | no | no | certain |
 * | in a transaction under way | yes | as before | not certain |
 * | sent, certainly not written | no | no | certain |
 * | sent, answer lost | no | yes, permanently | not certain |
 */
export interface Ticket extends Claim {
  readonly bytes: number;
  readonly settle: (result: PublishResult | PublishFailedError) => void;
  sent: boolean;
  inDoubt: boolean;
  settled: boolean;
  cause: unknown;
}

/** Times of a ticket in milliseconds. */
export interface TicketTimes {
  readonly markTtlMs: number;
  /** When it settles at the latest. */
  readonly timeoutMs: number;
}

/** Calls `use` with a ticket. Resolves or rejects (with `PublishFailedError`) as it settles, within its timeout. */
export function withTicket(
  batch: PublishBatch,
  { markTtlMs, timeoutMs }: TicketTimes,
  use: (ticket: Ticket) => void,
): Promise<PublishResult> {
  return new Promise((resolve, reject) => {
    const ticket: Ticket = {
      batch,
      markTtlMs,
      token: randomUUID(),
      bytes: batch.parts.reduce((sum, { bytes }) => sum + bytes, 0),
      sent: false,
      inDoubt: false,
      settled: false,
      cause: undefined,
      settle: (result) => {
        if (ticket.settled) return;
        ticket.settled = true;
        clearTimeout(timer);
        if (result instanceof PublishFailedError) reject(result);
        else resolve(result);
      },
    };
    const timer = setTimeout(
      () => ticket.settle(new PublishFailedError(!ticket.sent && !ticket.inDoubt, ticket.cause)),
      timeoutMs,
    );
    use(ticket);
  });
}
