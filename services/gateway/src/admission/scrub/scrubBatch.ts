import type { AdmittedBatch, SerializedEvent, UnscrubbedBatch } from '../../batch/admittedBatch.js';
import { redate, scrubEvent } from './scrubEvent.js';
import { runCooperatively, type PausableTask } from '@sluice/runtime';

/**
 * Scrubs the events of a batch, which are removed from the list one by one. Yields between slices, so that a large
 * batch does not delay other requests.
 */
export const scrubBatch = (batch: UnscrubbedBatch): Promise<AdmittedBatch> => runCooperatively(scrubEvents(batch));

function* scrubEvents({ events, ...decided }: UnscrubbedBatch): PausableTask<AdmittedBatch> {
  const serialized: (SerializedEvent | undefined)[] = [];
  for (const [index, event] of events.entries()) {
    serialized.push(event === undefined ? undefined : { type: event.type, json: yield* scrubEvent(event) });
    // Releases its value.
    events[index] = undefined;
    yield;
  }
  return { ...decided, serialized };
}

/** Returns the bytes of a batch's events. */
export const totalJsonBytes = ({ serialized }: AdmittedBatch): number =>
  serialized.reduce((sum, event) => sum + (event?.json.length ?? 0), 0);

/**
 * Returns a scrubbed batch as of another arrival time. Only times depend on the arrival, so nothing is scrubbed
 * again.
 */
export function redateBatch({ serialized }: AdmittedBatch, { events, ...again }: UnscrubbedBatch): AdmittedBatch {
  const redated = serialized.map((event, index) => {
    const timestamp = events[index]?.timestamp;
    return event === undefined || timestamp === undefined
      ? undefined
      : { type: event.type, json: redate(event.json, timestamp) };
  });
  return { ...again, serialized: redated };
}
