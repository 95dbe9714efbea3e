import type { DestinationKind } from '@sluice/contract';
import type { ClaimedDelivery } from './claimDeliveries.js';
import { retryDelay } from './retryDelay.js';
import type { DeliveryOutcome } from './deliveryOutcome.js';
import { storableText } from './storableText.js';

/** What becomes of a delivery after an attempt. `problem` is storable. */
export type NextState =
  | { readonly state: 'sent' | 'failed'; readonly problem: string | null }
  | { readonly state: 'waiting'; readonly problem: string | null; readonly delayMs: number }
  | { readonly state: 'paused'; readonly problem: string | null; readonly reason: string };

/** What the next state depends on beside the attempt. */
export interface StateFacts {
  /** `undefined`: the destination was deleted. */
  readonly destinationKind: DestinationKind | undefined;
  /** Whether a receiver of a part has accepted it, in this attempt or an earlier one. */
  readonly hasAccepted: boolean;
  /** Whether the destination has accepted another message since the first of these attempts. */
  readonly acceptsOthers: boolean;
  /** At least 0, below 1. */
  readonly random: number;
}

/**
 * Returns what follows an attempt. A test is attempted once and pauses nothing. A destination is paused if it refuses for good, or
 * fails all attempts, except
 *
 * - `members`: their inbox has the message already, and a mail server or mailbox that fails must not keep the next one from it;
 * - `email` of which an address accepted the mail: the others are no reason to keep mails from it.
 *
 * Such a delivery ends as `sent` if anyone has got the mail, otherwise as `failed`, with the problem in either case.
 *
 * A delivery that fails all attempts while its destination accepts others fails alone: the message is what the receiver cannot take.
 */
export function nextState(
  { kind, tries }: Pick<ClaimedDelivery, 'kind' | 'tries'>,
  outcome: DeliveryOutcome,
  facts: StateFacts,
): NextState {
  const problem = outcome.problem === null ? null : storableText(outcome.problem);
  if (outcome.result === 'sent') return { state: 'sent', problem };
  if (kind === 'test' || facts.destinationKind === undefined) return { state: 'failed', problem };
  if (outcome.result === 'dead' && outcome.scope === 'message') return { state: 'failed', problem };
  const reason = problem ?? 'no reason was given';
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
    return { state: 'failed', problem: `the inbox has it, the mail failed: ${reason}` };
  return { state: 'paused', problem, reason };
}
