import { LIMITS } from '@sluice/contract';
import { countedName } from './values/read.js';
import type { SluiceEvent } from './sluiceEvent.js';
import type { EnvelopeItem } from './envelope/readEnvelope.js';
import type { Problem } from './problem.js';

/** Items that an SDK dropped before it sent them, as it reports them. */
export interface Discarded {
  readonly reason: string;
  /** A category of Sentry, such as `error`. */
  readonly category: string;
  readonly quantity: number;
}

/** What a request of an SDK says. Equal bytes give equal translations. */
export interface Translation {
  /** The id for the response: 32 hex digits, of the envelope or of its first event. */
  readonly id: string | undefined;
  /** In the order of the items. */
  readonly events: readonly SluiceEvent[];
  /** Items that Sluice does not take, by type: at most 20 names and `(other)`. */
  readonly untaken: ReadonlyMap<string, number>;
  /** At most 100. */
  readonly discarded: readonly Discarded[];
}

/** The events of a recording. */
export interface RecordedEvents {
  /** The list, as the caller represents it: translation does not read it. */
  readonly list: unknown;
  readonly first: unknown;
  readonly last: unknown;
}

/** What translation needs from its caller. */
export interface TranslationOptions {
  /** Returns the JSON value of a text; `undefined` if it is not valid JSON, or too large or too deep to be read. Yields between steps. */
  readonly parse: (bytes: Buffer) => Generator<undefined, unknown>;
  /** Returns the recorded events of a replay; `undefined` under the same conditions, and if the value is not a list. */
  readonly readRecording: (bytes: Buffer) => Generator<undefined, RecordedEvents | undefined>;
  /** The inflated recordings of the items of `recordingsOf`; `undefined` where inflation failed. */
  readonly recordings?: ReadonlyMap<EnvelopeItem, Buffer | undefined>;
}

/** What the items of a request have added so far. */
export interface Draft {
  id: string | undefined;
  readonly events: SluiceEvent[];
  readonly untaken: Map<string, number>;
  readonly discarded: Discarded[];
}

const MAX_NAMES = 20;
const OTHER = '(other)';

/** Returns a draft without items. */
export const newDraft = (id?: string): Draft => ({ id, events: [], untaken: new Map(), discarded: [] });

/** Counts an item that Sluice does not take. */
export function countUntaken({ untaken }: Draft, type: unknown): void {
  const given = typeof type === 'string' && type !== '' ? countedName(type) : '(none)';
  const name = untaken.has(given) || untaken.size < MAX_NAMES ? given : OTHER;
  untaken.set(name, (untaken.get(name) ?? 0) + 1);
}

/** Returns the problem of a request with more events than one request may have; `undefined` if `added` more fit. */
export const tooManyEvents = ({ events }: Draft, added = 0): Problem | undefined =>
  events.length + added <= LIMITS.maxRequestEvents
    ? undefined
    : {
        problem: `The request contains more than ${LIMITS.maxRequestEvents} events. Send smaller requests.`,
        isTooLarge: true,
      };
