import type { DecidedBatch, PreparedEvent, UnscrubbedBatch } from '../decide.js';
import { redate, scrubEvent } from './scrubEvent.js';
import { takeTurns, type Pausable } from './takeTurns.js';

/** The batch as it may be queued, spooled and stored; its events are taken out of the list. In turns: a large batch keeps no other request waiting. */
export const scrubBatch = (batch: UnscrubbedBatch): Promise<DecidedBatch> => takeTurns(scrubEvents(batch));

function* scrubEvents({ events, ...decided }: UnscrubbedBatch): Pausable<DecidedBatch> {
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
export const lengthOf = ({ prepared }: DecidedBatch): number =>
  prepared.reduce((sum, event) => sum + (event?.json.length ?? 0), 0);

/** A scrubbed batch as of another arrival, of which times alone depend: nothing of it is scrubbed once more. */
export function redateBatch({ prepared }: DecidedBatch, { events, ...again }: UnscrubbedBatch): DecidedBatch {
  const redated = prepared.map((event, index) => {
    const timestamp = events[index]?.timestamp;
    return event === undefined || timestamp === undefined
      ? undefined
      : { type: event.type, json: redate(event.json, timestamp) };
  });
  return { ...again, prepared: redated };
}
