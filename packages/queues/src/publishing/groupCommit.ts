import { randomUUID } from 'node:crypto';
import { Backoff } from '@sluice/runtime';
import { PublishFailedError } from '../publishFailedError.js';
import type { PublishBatch, PublishResult } from '../types.js';
import type { Claim } from './commitBatches.js';

/** Limits of one transaction, so that it ends long before a command times out. */
const MAX_BATCHES = 256;
const MAX_BYTES = 4 * 1024 * 1024;
/** Batches at which the fixed cost of a transaction is shared widely enough to flush without lingering. */
const ENOUGH_BATCHES = 16;

const BACKOFF = { firstMs: 20, maxMs: 250 };

/** Settings of a group commit; durations in milliseconds. */
export interface GroupCommitOptions {
  readonly lingerMs: number;
  /** Publishes all claims in one transaction, or rejects with `PublishFailedError`. */
  readonly commit: (claims: readonly Claim[]) => Promise<boolean[]>;
  readonly onRetry: (error: PublishFailedError) => void;
}

/**
 * A batch whose publish has not settled.
 *
 * | state | `sent` | `inDoubt` | at its deadline |
 * |---|---|---|---|
 * | waiting, never sent | no | no | certain |
 * | in a transaction under way | yes | as before | not certain |
 * | sent, certainly not written | no | no | certain |
 * | sent, answer lost | no | yes, for good | not certain |
 */
interface Ticket extends Claim {
  readonly bytes: number;
  readonly settle: (result: PublishResult | PublishFailedError) => void;
  sent: boolean;
  inDoubt: boolean;
  settled: boolean;
  cause: unknown;
}

/**
 * Publishes one group at a time: batches that arrive while a transaction is in progress share the next one. An idle shard
 * publishes at once. After a group of more than one batch it lingers, because more are likely, until `lingerMs` are over
 * or sixteen batches wait. A group that fails is repeated until each of its batches has reached its own deadline.
 */
export class GroupCommit {
  private waiting: Ticket[] = [];
  private running: Promise<void> | undefined;
  /** Ends the linger. */
  private flush: (() => void) | undefined;

  constructor(private readonly options: GroupCommitOptions) {}

  /** Resolves or rejects (with `PublishFailedError`) within `timeoutMs`. */
  submit(batch: PublishBatch, markTtlMs: number, timeoutMs: number): Promise<PublishResult> {
    return new Promise((resolve, reject) => {
      const ticket: Ticket = {
        batch,
        markTtlMs,
        token: randomUUID(),
        bytes: batch.parts.reduce((sum, { json }) => sum + json.length, 0),
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
      this.waiting.push(ticket);
      if (this.waiting.length >= ENOUGH_BATCHES) this.flush?.();
      this.running ??= this.run();
    });
  }

  /** Resolves when every submitted batch has settled. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    let lastSize = 0;
    const backoff = new Backoff(BACKOFF);
    for (;;) {
      if (lastSize > 1) await this.linger();
      const group = this.nextGroup();
      if (group.length === 0) break;
      if (await this.attempt(group)) {
        lastSize = group.length;
        backoff.reset();
      } else {
        this.waiting = [...group, ...this.waiting];
        lastSize = 0;
        await new Promise((resolve) => setTimeout(resolve, backoff.next()));
      }
    }
    this.running = undefined;
  }

  /** Resolves when enough batches wait, or after `lingerMs`. */
  private async linger(): Promise<void> {
    const { lingerMs: lingerMaxMs } = this.options;
    if (lingerMaxMs === 0 || this.waiting.length >= ENOUGH_BATCHES) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lingerMaxMs);
      this.flush = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.flush = undefined;
  }

  private nextGroup(): Ticket[] {
    const group: Ticket[] = [];
    let bytes = 0;
    let taken = 0;
    for (const ticket of this.waiting) {
      const full = group.length === MAX_BATCHES || bytes + ticket.bytes > MAX_BYTES;
      if (full && group.length > 0) break;
      taken += 1;
      if (ticket.settled) continue;
      bytes += ticket.bytes;
      group.push(ticket);
    }
    this.waiting = this.waiting.slice(taken);
    return group;
  }

  /** Resolves with whether the group was published. */
  private async attempt(group: readonly Ticket[]): Promise<boolean> {
    for (const ticket of group) ticket.sent = true;
    try {
      const won = await this.options.commit(group);
      group.forEach((ticket, index) => ticket.settle(won[index] === true ? 'accepted' : 'duplicate'));
      return true;
    } catch (error) {
      const failure = error instanceof PublishFailedError ? error : new PublishFailedError(false, error);
      for (const ticket of group) {
        ticket.sent = false;
        ticket.inDoubt ||= !failure.certain;
        ticket.cause = failure.cause;
      }
      this.options.onRetry(failure);
      return false;
    }
  }
}
