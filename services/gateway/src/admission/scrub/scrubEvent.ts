import type { AcceptedEvent } from '@sluice/contract';
import type { UnknownObject } from '../jsonObject.js';
import { eventPolicy, type FieldPolicy } from './fieldPolicies.js';
import { createJsonWriter } from './jsonWriter.js';
import type { PausableTask } from './runCooperatively.js';
import { writeFields } from './writeScrubbed.js';

/**
 * The project setting `scrub`: a valid event as JSON without e-mail addresses, card numbers and secrets, in all of its
 * texts and names. The recording of a replay is opaque and stays: what it shows is masked where it is made. Types of
 * fields stay as they were validated. Written anew even where nothing is hidden: what was sent may hold a member behind
 * another one of the same name. Its time comes first, so that it can be changed ({@link redate}).
 */
export function* scrubEvent(event: AcceptedEvent): PausableTask<Buffer> {
  const writer = createJsonWriter();
  const inEvent = eventPolicy(event.type);
  const fateOf: FieldPolicy = (name, value, object) =>
    name === 'timestamp' ? 'dropped' : inEvent(name, value, object);
  yield* writeFields(writer, event as unknown as UnknownObject, fateOf);
  return Buffer.concat([headOf(event.timestamp), writer.end().subarray(1)]);
}

/** The same scrubbed event at another time. */
export function redate(json: Buffer, timestamp: string): Buffer {
  const head = headOf(timestamp);
  if (json.subarray(0, head.length).equals(head)) return json;
  return Buffer.concat([head, json.subarray(json.indexOf(END_OF_HEAD) + END_OF_HEAD.length)]);
}

/** No valid time holds a quote. */
const END_OF_HEAD = '",';
const headOf = (timestamp: string): Buffer => Buffer.from(`{"timestamp":"${timestamp}${END_OF_HEAD}`);
