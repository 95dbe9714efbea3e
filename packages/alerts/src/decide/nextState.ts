import { storableText, type DestinationKind } from '@sluice/contract';
import { retryDelay } from './retryDelay.js';
import type { DeliveryOutcome } from './deliveryOutcome.js';

/** What becomes of a delivery after an attempt. `problem` is storable. */
export type NextState =
  | { readonly state: 'sent' | 'failed'; readonly problem: string | null }
  | { readonly state: 'waiting'; readonly problem: string | null; readonly delayMs: number }
  | { readonly state: 'paused'; readonly problem: string | null; readonly reason: string };

/** The last attempt of a delivery. */
interface Attempt {
  readonly kind: 'alert' | 'test' | 'resend';
  /** Attempts since the destination was resumed or the delivery was made, this one included. */
  readonly tries: number;
}

/** What the next state depends on beside the attempt. */
export interface StateFacts {
  /** `undefined`: the destination was deleted. */
  readonly destinationKind: DestinationKind | undefined;
  /** Whether a receiver of a part has accepted it, in this attempt or an earlier one. */
  readonly hasAccepted: boolean;
  /** Whether the destination has accepted another message since the first of these attempts. */
  readonly acceptsOthers: boolean;
  /** How many messages in a row failed at the destination before this one. */
  readonly failures: number;
  /** At least 0, below 1. */
  readonly random: number;
}

/** A destination that refuses so many messages in a row takes none: one can be at fault, so many cannot. */
const REFUSED_IN_A_ROW = 5;

/**
 * Returns what follows an attempt. A test is attempted once and pauses nothing. A destination is paused if it refuses permanently,
 * refuses the {@link REFUSED_IN_A_ROW}th message in a row, or fails all attempts, except
 *
 * - `members`: their inbox has the message already, and a mail server or mailbox that fails must not keep the next one from it;
 * - `email` of which an address accepted the mail: the others are no reason to keep mails from it.
 *
 * Such a delivery ends as `sent` if anyone has got the mail, otherwise as `failed`, with the problem in either case.
 *
 * A delivery that fails all attempts while its destination accepts others fails alone: the message is what the receiver cannot take.
 */
export function nextState({ kind, tries }: Attempt, outcome: DeliveryOutcome, facts: StateFacts): NextState {
  const problem = outcome.problem === null ? null : storableText(outcome.problem);
  if (outcome.result === 'sent') return { state: 'sent', problem };
  if (kind === 'test' || facts.destinationKind === undefined) return { state: 'failed', problem };
  const reason = problem ?? 'no reason was given';
  if (outcome.result === 'dead' && outcome.scope === 'message') {
    const refused = facts.failures + 1;
    if (facts.destinationKind === 'members' || kind === 'resend' || refused < REFUSED_IN_A_ROW)
      return { state: 'failed', problem };
    return { state: 'paused', problem, reason: `refused ${refused} messages in a row; the last one: ${reason}` };
  }
  if (outcome.result === 'dead') return final(reason, reason, facts);
  const delayMs = retryDelay(tries, facts.random, outcome.retryAfterMs);
  if (delayMs !== undefined) return { state: 'waiting', problem, delayMs };
  const all = `${tries} attempts failed; the last one: ${reason}`;
  const next = final(reason, all, facts);
  if (next.state !== 'paused' || !facts.acceptsOthers) return next;
  return { state: 'failed', problem: `${all}; the destination accepted other messages meanwhile` };
}

function final(problem: string, reason: string, { destinationKind, hasAccepted }: StateFacts): NextState {
  const isMailed = destinationKind === 'members' || destinationKind === 'email';
  if (isMailed && hasAccepted) return { state: 'sent', problem: reason };
  if (destinationKind === 'members')
    return { state: 'failed', problem: `added to the inbox; the email failed: ${reason}` };
  return { state: 'paused', problem, reason };
}
