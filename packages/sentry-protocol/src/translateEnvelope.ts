import { readId } from './values/ids.js';
import type { Envelope } from './envelope/readEnvelope.js';
import { addItem } from './items/addItem.js';
import { envelopeFactsOf } from './event/eventFacts.js';
import { addReplay } from './replay/addReplay.js';
import { joinReplays } from './replay/joinReplays.js';
import type { Problem } from './problem.js';
import { newDraft, type Translation, type TranslationOptions } from './translation.js';

/**
 * Translates the items of an envelope one by one: a bad item becomes an invalid event and does not affect the others. Fields of the
 * headers that change with each try, such as `sent_at`, are not read. Returns a problem if the envelope contains too many events. Yields
 * after each entry of an item, so that the caller can do other work in between.
 */
export function* translateEnvelope(
  { header, items }: Envelope,
  options: TranslationOptions,
): Generator<undefined, Translation | Problem> {
  const draft = newDraft(readId(header['event_id']));
  const facts = envelopeFactsOf(header);
  const replays = joinReplays(items);
  for (const item of items) {
    const replay = replays.get(item);
    const problem =
      replay === undefined
        ? yield* addItem(draft, item, facts, options)
        : yield* addReplay(draft, replay, facts, options);
    if (problem !== undefined) return problem;
    yield;
  }
  return draft;
}
