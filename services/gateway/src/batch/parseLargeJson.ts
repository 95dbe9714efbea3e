import type { PausableTask } from '@sluice/runtime';
import { isObject } from './jsonObject.js';
import { createCheckingSink, createValueSink, type CheckedList, type JsonSink } from './jsonSinks.js';
import { parseInSteps } from './parseInSteps.js';
import { RawJson, rawRecordingOf } from './rawJson.js';

/** Characters of a text from which it is parsed in steps: `JSON.parse` takes about 10 ms for so many. */
export const LARGE_TEXT = 1_048_576;

/** Returns the value of a large text, as `JSON.parse` would; `undefined` if it is not the JSON of an object or a list. */
export const parseLargeJson = (text: string): PausableTask<unknown> => parseOrUndefined(text, createValueSink);

/** Returns the list in a text; `undefined` if it is not the JSON of a list. */
export const checkList = (text: string, isCompact: boolean): PausableTask<CheckedList | undefined> =>
  parseOrUndefined(text, (isMembers) => {
    if (isMembers) throw new SyntaxError('the text is not a list');
    return createCheckingSink(isCompact, (list) => list);
  }) as PausableTask<CheckedList | undefined>;

/**
 * Returns the value of a large body; `undefined` if it is not the JSON of an object or a list. Large recordings of replays are
 * {@link RawJson}.
 */
export function* parseLargeBatch(text: string, isCompact: boolean): PausableTask<unknown> {
  const body = yield* parseOrUndefined(text, (isMembers) => createBatchSink(isMembers, isCompact, 0));
  // Whether an event is a replay may be known only after its recording.
  return hasOtherRecordings(body) ? yield* parseLargeJson(text) : body;
}

function* parseOrUndefined(text: string, sinkOf: (isMembers: boolean) => JsonSink): PausableTask<unknown> {
  try {
    return yield* parseInSteps(text, sinkOf);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Where the recording of a replay is in a batch. */
const RECORDING = ['events', undefined, 'payload', 'events'];

/** @param place how many names of {@link RECORDING} lead to the element; -1 if it is elsewhere */
function createBatchSink(isMembers: boolean, isCompact: boolean, place: number): JsonSink {
  if (place === RECORDING.length && !isMembers) {
    return createCheckingSink(isCompact, ({ text, isRewritten }) => new RawJson(Buffer.from(text), isRewritten));
  }
  return createValueSink(isMembers, (key, isObjectWithin) =>
    createBatchSink(isObjectWithin, isCompact, place >= 0 && key === RECORDING[place] ? place + 1 : -1),
  );
}

/** Whether an event that is not a replay has what looks like a recording. */
const hasOtherRecordings = (body: unknown): boolean =>
  isObject(body) &&
  Array.isArray(body['events']) &&
  body['events'].some((event) => isObject(event) && event['type'] !== 'replay' && rawRecordingOf(event) !== undefined);
