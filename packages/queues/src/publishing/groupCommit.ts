import { Backoff } from '@sluice/runtime';
import { PublishFailedError } from '../publishFailedError.js';
import type { Claim } from './commitBatches.js';
import type { Ticket } from './ticket.js';

/** Limits of one transaction, so that it ends long before a command times out. */
const MAX_BATCHES = 256;
const MAX_BYTES = 4 * 1024 * 1024;
/**
 * Batches at which the fixed cost of a transaction is shared widely enough to flush without lingering.
 * @public a test compares `sluice plan` with it
 */
export const ENOUGH_BATCHES = 16;

const BACKOFF = { firstMs: 20, maxMs: 250 };

/** Settings of a group commit; durations in milliseconds. */
export interface GroupCommitOptions {
  readonly lingerMs: number;
  /** Publishes all claims in one transaction, or rejects with `PublishFailedError`. */
  readonly commit: (claims: readonly Claim[]) => Promise<boolean[]>;
  readonly onRetry: (error: PublishFailedError) => void;
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
  /** Ends the back-off. */
  private wake: (() => void) | undefined;
  private takeOver: ((tickets: readonly Ticket[]) => void) | undefined;

  constructor(private readonly options: GroupCommitOptions) {}

  /** Publishes the ticket's batch, and settles it. */
  add(ticket: Ticket): void {
    if (this.takeOver !== undefined) return this.takeOver([ticket]);
    this.waiting.push(ticket);
    if (this.waiting.length >= ENOUGH_BATCHES) this.flush?.();
    this.running ??= this.run();
  }

  /** Sends nothing more. `takeOver` gets the tickets that wait or whose transaction fails, once it has ended. */
  close(takeOver: (tickets: readonly Ticket[]) => void): void {
    this.takeOver = takeOver;
    this.flush?.();
    this.wake?.();
  }

  /** Resolves when no transaction is in progress and no batch waits. */
  async idle(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    let lastSize = 0;
    const backoff = new Backoff(BACKOFF);
    while (!this.isClosed()) {
      if (lastSize > 1) await this.linger();
      const group = this.isClosed() ? [] : this.nextGroup();
      if (group.length === 0) break;
      if (await this.attempt(group)) {
        lastSize = group.length;
        backoff.reset();
      } else {
        this.waiting = [...group, ...this.waiting];
        lastSize = 0;
        await this.backOff(backoff.next());
      }
    }
    this.running = undefined;
    this.takeOver?.(this.waiting.splice(0).filter(({ settled }) => !settled));
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

  private isClosed(): boolean {
    return this.takeOver !== undefined;
  }

  private async backOff(ms: number): Promise<void> {
    if (this.isClosed()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
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
