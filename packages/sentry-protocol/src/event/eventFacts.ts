import { cut, isObject, LIMITS, type UnknownObject } from '@sluice/contract';
import { objectOf, textOf } from '../values/read.js';
import { idOfBytes, readId } from '../values/ids.js';

/** What the header of an envelope says about its events, as far as it is the same on each try. */
export interface EnvelopeFacts {
  readonly eventId?: string | undefined;
  readonly replayId?: string | undefined;
  /** `name` and `version` of the SDK. */
  readonly sdk?: UnknownObject;
}

/** What an event is translated with. */
export interface EventFacts extends EnvelopeFacts {
  /** The id of the event: its own, that of the envelope, or one of its bytes. */
  readonly id: string;
}

/** Returns the facts of an envelope's header. Its `trace` may come from another program, so that it has no release of ours. */
export const envelopeFactsOf = (header: UnknownObject): EnvelopeFacts => ({
  eventId: readId(header['event_id']),
  replayId: shortTextOf(objectOf(header['trace'])['replay_id']),
  sdk: shortSdkOf(objectOf(header['sdk'])),
});

/** What all events of a request repeat is short: a long text would be many times as large as the request. */
const MAX_REPEATED = LIMITS.cutRelease;

/** Returns a text that several events may repeat, cut. */
export function shortTextOf(value: unknown): string | undefined {
  const text = textOf(value);
  return text === undefined ? undefined : cut(text, MAX_REPEATED);
}

const shortSdkOf = ({ name, version }: UnknownObject): UnknownObject => ({
  name: shortTextOf(name),
  version: shortTextOf(version),
});

/** Returns the facts of an event. @param bytes the event's item */
export const eventFactsOf = (event: UnknownObject, bytes: Buffer, envelope: EnvelopeFacts): EventFacts => ({
  replayId: envelope.replayId,
  sdk: isObject(event['sdk']) ? event['sdk'] : (envelope.sdk ?? {}),
  id: readId(event['event_id']) ?? envelope.eventId ?? idOfBytes(bytes),
});
