import type { PausableTask } from '@sluice/runtime';
import { isObject, withField } from '../batch/jsonObject.js';
import { defaultPolicy } from '../admission/scrub/fieldPolicies.js';
import { createJsonWriter } from '../admission/scrub/jsonWriter.js';
import { USER_ADDRESS } from '../admission/storedAddresses.js';
import { writeFields } from '../admission/scrub/writeScrubbed.js';

/** Longest event that is sampled with its content, in bytes. */
export const MAX_SAMPLED_BYTES = 65_536;

/** Longest text of a sample, in bytes. */
const MAX_TEXT_BYTES = 4_096;

/**
 * Returns the text of a sample: the event's JSON, scrubbed whatever the project's setting `scrub` is, without an address and
 * the recording of a replay, and cut to 4 KB.
 */
export function* describeSample(json: Buffer): PausableTask<string> {
  const value: unknown = JSON.parse(json.toString());
  const writer = createJsonWriter();
  yield* writeFields(writer, { event: withoutAddress(withoutRecording(value)) }, defaultPolicy);
  // The text of the one field of the object around the event.
  return cutBytes(writer.end().toString().slice('{"event":'.length, -1));
}

/** The setting `storeIp` may say that no address is stored. */
function withoutAddress(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['contexts'])) return value;
  const contexts = withField(withField(value['contexts'], 'user.ip', undefined), USER_ADDRESS, undefined);
  return withField(value, 'contexts', contexts);
}

function withoutRecording(value: unknown): unknown {
  if (!isObject(value) || value['type'] !== 'replay' || !isObject(value['payload'])) return value;
  return withField(value, 'payload', withField(value['payload'], 'events', undefined));
}

function cutBytes(text: string): string {
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  const bytes = Buffer.from(text).subarray(0, MAX_TEXT_BYTES - 4);
  // A character that is cut in two ends as U+FFFD.
  return `${bytes.toString().replace(/\uFFFD{1,3}$/, '')}…`;
}
