import { isObject } from '@sluice/contract';
import type { EnvelopeItem } from '../envelope/readEnvelope.js';
import { eventFactsOf, type EnvelopeFacts } from '../event/eventFacts.js';
import { NOT_AN_OBJECT, refusedEvent, type SluiceEvent } from '../sluiceEvent.js';
import type { Problem } from '../problem.js';
import { tooManyEvents, type Draft, type RecordedEvents, type TranslationOptions } from '../translation.js';
import { findRecording } from './findRecording.js';
import type { ReplayItems } from './joinReplays.js';
import { translateReplay } from './translateReplay.js';

/** Adds a segment of a replay. One without an event has the id of the envelope, and the segment's number from its recording. */
export function* addReplay(
  draft: Draft,
  replay: ReplayItems | 'joined',
  facts: EnvelopeFacts,
  options: TranslationOptions,
): Generator<undefined, Problem | undefined> {
  if (replay === 'joined') return undefined;
  draft.events.push(yield* eventOf(draft, replay, facts, options));
  return tooManyEvents(draft);
}

function* eventOf(
  draft: Draft,
  { event: eventItem, recording }: ReplayItems,
  envelope: EnvelopeFacts,
  options: TranslationOptions,
): Generator<undefined, SluiceEvent> {
  if (recording === undefined) return refusedEvent('replay', 'The envelope has no recording for this replay_event.');
  const described = eventItem === undefined ? firstLine(recording.payload) : eventItem.payload;
  const event = yield* options.parse(described);
  if (!isObject(event)) return refusedEvent('replay', NOT_AN_OBJECT);
  const recorded = yield* readRecorded(recording, options);
  if (recorded === undefined) {
    return refusedEvent('replay', 'The recording is not a list in JSON, cannot be inflated, or is too large.');
  }
  const facts = eventFactsOf(event, described, envelope);
  draft.id ??= facts.id;
  return translateReplay(event, recorded, facts);
}

const firstLine = (bytes: Buffer): Buffer => {
  const end = bytes.indexOf('\n');
  return end === -1 ? bytes : bytes.subarray(0, end);
};

function* readRecorded(
  item: EnvelopeItem,
  { readRecording, recordings }: TranslationOptions,
): Generator<undefined, RecordedEvents | undefined> {
  const recording = findRecording(item);
  const bytes = recordings?.get(item) ?? (recording?.coding === 'identity' ? recording.bytes : undefined);
  return bytes === undefined ? undefined : yield* readRecording(bytes);
}
