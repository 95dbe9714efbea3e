import type { AcceptedEvent } from '@sluice/contract';
import type { UnknownObject } from '../../batch/jsonObject.js';
import { eventPolicy, type FieldPolicy } from './fieldPolicies.js';
import { createJsonWriter } from './jsonWriter.js';
import type { PausableTask } from '@sluice/runtime';
import { writeFields } from './writeScrubbed.js';

/**
 * Serializes a valid event without email addresses, card numbers and secrets in its texts and names (project setting
 * `scrub`). The recording of a replay is opaque and kept; the client masks it. Types of fields do not change. An
 * event is written again even if nothing is removed, because the sent text may contain the same member twice. Its
 * timestamp comes first, so that {@link redate} can change it.
 */
export function* scrubEvent(event: AcceptedEvent): PausableTask<Buffer> {
  const writer = createJsonWriter();
  const inEvent = eventPolicy(event.type);
  const fateOf: FieldPolicy = (name, value, object) =>
    name === 'timestamp' ? 'dropped' : inEvent(name, value, object);
  yield* writeFields(writer, event as unknown as UnknownObject, fateOf);
  return Buffer.concat([headOf(event.timestamp), writer.end().subarray(1)]);
}

/** Returns the same scrubbed event with another timestamp. */
export function redate(json: Buffer, timestamp: string): Buffer {
  const head = headOf(timestamp);
  if (json.subarray(0, head.length).equals(head)) return json;
  return Buffer.concat([head, json.subarray(json.indexOf(END_OF_HEAD) + END_OF_HEAD.length)]);
}

/** Valid timestamps contain no quote. */
const END_OF_HEAD = '",';
const headOf = (timestamp: string): Buffer => Buffer.from(`{"timestamp":"${timestamp}${END_OF_HEAD}`);
