import { LIMITS, type EventType, type UnknownObject } from '@sluice/contract';

/** An event of protocol 2 as a plain object. It has no `undefined` values, so that its JSON and the object are the same. */
export interface SluiceEvent {
  readonly type: EventType;
  readonly timestamp: string;
  readonly tags?: Readonly<Record<string, string>>;
  readonly contexts?: UnknownObject;
  /** A string, which admission finds invalid, says why the item is refused. */
  readonly payload: UnknownObject | string;
}

/** The time of an event without one. Admission replaces it by the arrival, so that a resend has the same bytes. */
export const NO_TIME = '9999-12-31T23:59:59Z';

/** Returns an event that admission finds invalid. @param reason a sentence for the samples of refused events */
export const refusedEvent = (type: EventType, reason: string): SluiceEvent => ({
  type,
  timestamp: NO_TIME,
  payload: reason,
});

/**
 * Bytes of an item that is one event, at most: escapes, and what is not stored, take room beside what an event may have. It is
 * translated at once, in tens of milliseconds.
 */
export const MAX_EVENT_ITEM = 4 * LIMITS.maxEventBytes;

/** Why an item above {@link MAX_EVENT_ITEM} is refused. */
export const TOO_LARGE = 'The item has more than 4 MiB.';

/** Why an item is refused whose payload cannot be read. */
export const NOT_AN_OBJECT = 'The payload of the item is not a JSON object, or it has too many values or levels.';
