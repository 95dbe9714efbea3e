import { isObject } from '@sluice/contract';
import { addEvent } from './items/addEvent.js';
import { MAX_EVENT_ITEM, NOT_AN_OBJECT, refusedEvent, TOO_LARGE } from './sluiceEvent.js';
import type { Problem } from './problem.js';
import { newDraft, type Translation, type TranslationOptions } from './translation.js';

/** Translates the body of `POST …/store/`: one event without an envelope. Yields between steps. */
export function* translateStored(
  bytes: Buffer,
  { parse }: Pick<TranslationOptions, 'parse'>,
): Generator<undefined, Translation | Problem> {
  const draft = newDraft();
  const isTooLarge = bytes.length > MAX_EVENT_ITEM;
  const event = isTooLarge ? undefined : yield* parse(bytes);
  if (isObject(event)) return (yield* addEvent(draft, event, 'event', { bytes, envelope: {} })) ?? draft;
  draft.events.push(refusedEvent('exception', isTooLarge ? TOO_LARGE : NOT_AN_OBJECT));
  return draft;
}
