import { setTimeout as delay } from 'node:timers/promises';
import { eventTypes, makeEvent, serialOf, type EventType, type WireEvent } from '../../e2e/support/events.js';
import { sendBytes, tally, type Tally } from '../../e2e/support/send.js';
import { type Project } from '../../e2e/support/tenant.js';

/**
 * What the client knows of a batch at the end.
 *
 * - `acknowledged`: 202; exactly `processed` of its events must be stored or dead-lettered.
 * - `refused`: every attempt was answered with a refusal; nothing of it may be stored.
 * - `unknown`: an attempt ended without a response and no later one was acknowledged; all of it or nothing.
 */
export type Fate = 'acknowledged' | 'refused' | 'unknown';

export interface SentBatch {
  /** Index of the batch in its load, from 0. */
  readonly number: number;
  readonly serials: readonly string[];
  readonly fate: Fate;
  /**
   * Events that the tally called processed; all of them where the response was `duplicate`. `undefined` where that answer
   * leaves it open: the load may meet a limit.
   */
  readonly processed: number | undefined;
  /** The sum of all received tallies. */
  readonly tallied: Tally;
  /**
   * Whether an attempt ended without a response, the client's or a proxy's: then the service may have counted events that no
   * tally contains.
   */
  readonly ambiguous: boolean;
  readonly startedAt: number;
  /** When it was acknowledged or given up. */
  readonly endedAt: number;
  /** Refusals received, as `status code`. */
  readonly refusals: readonly string[];
  /** Attempts without a response, as the error's code or message. */
  readonly breaks: readonly string[];
}

export interface LoadOptions {
  readonly project: Pick<Project, 'key'>;
  /** Target URLs, one chosen at random for every attempt. */
  readonly targets: readonly string[];
  readonly random: () => number;
  readonly senders?: number;
  /** Maximum number of events per batch. */
  readonly maxEvents?: number;
  readonly types?: readonly EventType[];
  /** Creates the events instead of the default; each must contain its serial. */
  readonly make?: (type: EventType) => WireEvent;
  /** Events may exceed caps or quotas: the outcome of a `duplicate` is then unknown. */
  readonly limited?: boolean;
  /** Milliseconds that a sender pauses after each batch. */
  readonly pauseMs?: number;
}

export interface Load {
  /** Batches settled so far. */
  readonly batches: readonly SentBatch[];
  /** Sends no new batches; resolves when pending ones are settled. */
  stop(): Promise<void>;
}

/** Fraction of attempts without a response after which a client gives up and never resends. */
const GIVES_UP = 0.25;
/** Time for which a client continues to resend after the load is stopped. */
const PATIENCE_MS = 15_000;

type Attempt =
  | { readonly kind: 'acknowledged'; readonly tally: Tally | 'duplicate' }
  | { readonly kind: 'refused'; readonly refusal: string; readonly tally: Tally | undefined }
  | { readonly kind: 'lost'; readonly reason: string };

async function attempt(target: string, key: string, body: string): Promise<Attempt> {
  try {
    const answer = await sendBytes(target, key, body, { timeoutMs: 5_000 });
    const said = answer.json as (Partial<Tally> & { error?: { code?: string } }) | undefined;
    const told = said?.processed === undefined ? undefined : tallyIn(said);
    if (answer.status === 202) return { kind: 'acknowledged', tally: told ?? 'duplicate' };
    return { kind: 'refused', refusal: `${answer.status} ${String(said?.error?.code)}`, tally: told };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { kind: 'lost', reason: code ?? message };
  }
}

const tallyIn = (said: Partial<Tally>): Tally =>
  tally({
    processed: said.processed ?? 0,
    filtered: said.filtered ?? 0,
    rate_limited: said.rate_limited ?? 0,
    quota_exceeded: said.quota_exceeded ?? 0,
    invalid: said.invalid ?? 0,
  });

/** Sums tallies by outcome. */
export function addTallies(some: readonly Tally[]): Tally {
  const sumOf = (outcome: keyof Tally): number => some.reduce((sum, one) => sum + one[outcome], 0);
  return {
    processed: sumOf('processed'),
    filtered: sumOf('filtered'),
    rate_limited: sumOf('rate_limited'),
    quota_exceeded: sumOf('quota_exceeded'),
    invalid: sumOf('invalid'),
  };
}

/** Sends mixed batches as fast as `senders` clients can, resends those without a response, and records each. */
export function startLoad(options: LoadOptions): Load {
  const { random, targets, project, make = makeEvent } = options;
  const types = options.types ?? eventTypes;
  const batches: SentBatch[] = [];
  let started = 0;
  let stoppedAt: number | undefined;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  async function sendOne(): Promise<void> {
    const size = 1 + Math.floor(random() * (options.maxEvents ?? 10));
    const events = Array.from({ length: size }, () => make(pick(types)));
    const serials = events.map((event) => serialOf(event) ?? '');
    const body = JSON.stringify({ events });
    const begun = { number: started++, serials, startedAt: Date.now() };
    const [refusals, breaks, tallies]: [string[], string[], Tally[]] = [[], [], []];
    const settle = (fate: Fate, processed: number | undefined, isDuplicate = false): void => {
      const ambiguous = breaks.length > 0 || isDuplicate;
      const tallied = addTallies(tallies);
      batches.push({ ...begun, fate, processed, tallied, ambiguous, endedAt: Date.now(), refusals, breaks });
    };
    for (;;) {
      const result = await attempt(pick(targets), project.key, body);
      if (result.kind === 'acknowledged') {
        if (result.tally === 'duplicate')
          return settle('acknowledged', options.limited ? undefined : serials.length, true);
        tallies.push(result.tally);
        return settle('acknowledged', result.tally.processed);
      }
      if (result.kind === 'lost') breaks.push(result.reason);
      else refusals.push(result.refusal);
      if (result.kind === 'refused' && result.tally !== undefined) tallies.push(result.tally);
      const outOfTime = stoppedAt !== undefined && Date.now() - stoppedAt > PATIENCE_MS;
      if (outOfTime || random() < GIVES_UP) return settle(breaks.length > 0 ? 'unknown' : 'refused', 0);
      await delay(50 + random() * 150);
    }
  }

  const senders = Array.from({ length: options.senders ?? 8 }, async () => {
    while (stoppedAt === undefined) {
      await sendOne();
      if (options.pauseMs !== undefined) await delay(options.pauseMs);
    }
  });
  return {
    batches,
    async stop() {
      stoppedAt = Date.now();
      await Promise.all(senders);
    },
  };
}

/** Distinct refusals that clients received, as `status code`. */
export const refusalsOf = (batches: readonly SentBatch[]): string[] =>
  [...new Set(batches.flatMap(({ refusals }) => refusals))].sort();

/** Summary of the load, so that a test can check that the fault had an effect. */
export function summaryOf(batches: readonly SentBatch[]): Record<Fate, number> {
  const counts = { acknowledged: 0, refused: 0, unknown: 0 };
  for (const { fate } of batches) counts[fate]++;
  return counts;
}
