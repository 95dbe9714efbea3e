import type { AdmittedBatch, PreparedEvent, UnscrubbedBatch } from '../admitEvents.js';
import { redate, scrubEvent } from './scrubEvent.js';
import { runCooperatively, type PausableTask } from './runCooperatively.js';

/** The batch as it may be queued, spooled and stored; its events are taken out of the list. In turns: a large batch keeps no other request waiting. */
export const scrubBatch = (batch: UnscrubbedBatch): Promise<AdmittedBatch> => runCooperatively(scrubEvents(batch));

function* scrubEvents({ events, ...decided }: UnscrubbedBatch): PausableTask<AdmittedBatch> {
  const prepared: (PreparedEvent | undefined)[] = [];
  for (const [index, event] of events.entries()) {
    prepared.push(event === undefined ? undefined : { type: event.type, json: yield* scrubEvent(event) });
    // Its value is let go.
    events[index] = undefined;
    yield;
  }
  return { ...decided, prepared };
}

/** Bytes of a batch's events. */
export const totalJsonBytes = ({ prepared }: AdmittedBatch): number =>
  prepared.reduce((sum, event) => sum + (event?.json.length ?? 0), 0);

/** A scrubbed batch as of another arrival, of which times alone depend: nothing of it is scrubbed once more. */
export function redateBatch({ prepared }: AdmittedBatch, { events, ...again }: UnscrubbedBatch): AdmittedBatch {
  const redated = prepared.map((event, index) => {
    const timestamp = events[index]?.timestamp;
    return event === undefined || timestamp === undefined
      ? undefined
      : { type: event.type, json: redate(event.json, timestamp) };
  });
  return { ...again, prepared: redated };
}
