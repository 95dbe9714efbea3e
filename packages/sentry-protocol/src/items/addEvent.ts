import type { UnknownObject } from '@sluice/contract';
import { translateError } from '../errors/translateError.js';
import { translateFeedback } from '../logs/translateFeedback.js';
import { childTranslator, childrenOf, translateTransaction } from '../spans/translateTransaction.js';
import type { Problem } from '../problem.js';
import { tooManyEvents, type Draft } from '../translation.js';
import { eventFactsOf, type EnvelopeFacts } from '../event/eventFacts.js';

/** Where an event was found. */
interface Origin {
  readonly bytes: Buffer;
  readonly envelope: EnvelopeFacts;
}

/**
 * Adds an event of Sentry: an error, a transaction or feedback. Its own `type` decides where it names one of the latter; `default`,
 * `error` and others are those of errors. Yields after each span of a transaction.
 */
export function* addEvent(
  draft: Draft,
  event: UnknownObject,
  kind: 'event' | 'transaction' | 'feedback',
  { bytes, envelope }: Origin,
): Generator<undefined, Problem | undefined> {
  const facts = eventFactsOf(event, bytes, envelope);
  draft.id ??= facts.id;
  const type = kind === 'event' ? event['type'] : kind;
  if (type === 'transaction') {
    const children = childrenOf(event);
    const problem = tooManyEvents(draft, children.length + 1);
    if (problem !== undefined) return problem;
    draft.events.push(translateTransaction(event, facts));
    yield;
    const translateChild = childTranslator(event);
    for (const child of children) {
      draft.events.push(translateChild(child));
      yield;
    }
    return undefined;
  }
  draft.events.push(type === 'feedback' ? translateFeedback(event, facts) : translateError(event, facts));
  return tooManyEvents(draft);
}
