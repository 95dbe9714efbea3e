import { setTimeout as delay } from 'node:timers/promises';
import { eventTypes, makeEvent, serialOf, type EventType } from '../../e2e/support/events.js';
import { sendBytes, type Tally } from '../../e2e/support/send.js';
import { type Project } from '../../e2e/support/tenant.js';

/**
 * What the client knows of a batch at the end.
 *
 * - `acknowledged`: 202; exactly `processed` of its events must be stored.
 * - `refused`: every attempt was answered with a refusal; nothing of it may be stored.
 * - `unknown`: an attempt ended without an answer and no later one was acknowledged; all of it or nothing.
 */
type Fate = 'acknowledged' | 'refused' | 'unknown';

export interface SentBatch {
  readonly serials: readonly string[];
  readonly fate: Fate;
  /** Events that the tally called processed; all of them where the answer was `duplicate`. */
  readonly processed: number;
  /** When it was acknowledged, or given up. */
  readonly endedAt: number;
  /** The refusals on the way, as `status code`. */
  readonly refusals: readonly string[];
}

export interface LoadOptions {
  readonly project: Pick<Project, 'key'>;
  /** The addresses to send to, one of them by chance for every attempt. */
  readonly targets: readonly string[];
  readonly random: () => number;
  readonly senders?: number;
  /** Events of one batch, at most. */
  readonly maxEvents?: number;
  readonly types?: readonly EventType[];
}

export interface Load {
  /** What was settled so far. */
  readonly batches: readonly SentBatch[];
  /** No new batches; resolves when those under way are settled. */
  stop(): Promise<void>;
}

/** The share of ambiguous ends after which a client gives up and never resends. */
const GIVES_UP = 0.25;
/** How long a client goes on resending once the load is stopped. */
const PATIENCE_MS = 15_000;

type Attempt =
  | { readonly kind: 'acknowledged'; readonly processed: number }
  | { readonly kind: 'refused'; readonly refusal: string }
  | { readonly kind: 'lost' };

async function attempt(target: string, key: string, body: string, count: number): Promise<Attempt> {
  try {
    const answer = await sendBytes(target, key, body, { timeoutMs: 5_000 });
    if (answer.status !== 202) {
      const code = (answer.json as { error?: { code?: string } } | undefined)?.error?.code;
      return { kind: 'refused', refusal: `${answer.status} ${String(code)}` };
    }
    const tally = answer.json as Partial<Tally>;
    return { kind: 'acknowledged', processed: tally.processed ?? count };
  } catch {
    return { kind: 'lost' };
  }
}

/** Sends mixed batches as fast as `senders` clients can, resending those of unknown end, and keeps account of each. */
export function startLoad(options: LoadOptions): Load {
  const { random, targets, project } = options;
  const types = options.types ?? eventTypes;
  const batches: SentBatch[] = [];
  let stoppedAt: number | undefined;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  async function sendOne(): Promise<void> {
    const events = Array.from({ length: 1 + Math.floor(random() * (options.maxEvents ?? 10)) }, () =>
      makeEvent(pick(types)),
    );
    const serials = events.map((event) => serialOf(event) ?? '');
    const body = JSON.stringify({ events });
    const refusals: string[] = [];
    const settle = (fate: Fate, processed = 0): void => {
      batches.push({ serials, fate, processed, endedAt: Date.now(), refusals });
    };
    for (let lost = false; ;) {
      const result = await attempt(pick(targets), project.key, body, serials.length);
      if (result.kind === 'acknowledged') return settle('acknowledged', result.processed);
      if (result.kind === 'lost') lost = true;
      else refusals.push(result.refusal);
      const outOfTime = stoppedAt !== undefined && Date.now() - stoppedAt > PATIENCE_MS;
      if (outOfTime || random() < GIVES_UP) return settle(lost ? 'unknown' : 'refused');
      await delay(50 + random() * 150);
    }
  }

  const senders = Array.from({ length: options.senders ?? 8 }, async () => {
    while (stoppedAt === undefined) await sendOne();
  });
  return {
    batches,
    async stop() {
      stoppedAt = Date.now();
      await Promise.all(senders);
    },
  };
}
