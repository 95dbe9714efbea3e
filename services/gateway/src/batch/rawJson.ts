import { isObject, type UnknownObject } from './jsonObject.js';

/** A large list whose text was checked instead of being kept as values: the recording of a replay. */
export class RawJson {
  /**
   * @param json its text in UTF-8. All its strings can be stored, as those of `cleanStrings`
   * @param isRewritten whether it is not the text that was sent
   */
  constructor(
    readonly json: Buffer,
    readonly isRewritten: boolean,
  ) {}
}

/** Returns the recording of an event, if it is kept as text. */
export function rawRecordingOf({ payload }: UnknownObject): RawJson | undefined {
  const events = isObject(payload) ? payload['events'] : undefined;
  return events instanceof RawJson ? events : undefined;
}

/** Returns an event's JSON: as text, or in UTF-8 if its recording is kept as text. */
export function writeEvent(event: object): string | Buffer {
  const recording = rawRecordingOf(event as UnknownObject);
  if (recording === undefined) return JSON.stringify(event);
  const { payload, ...envelope } = event as UnknownObject & { readonly payload: UnknownObject };
  // `JSON.stringify` leaves out what is undefined.
  const head = JSON.stringify({ ...envelope, payload: { ...payload, events: undefined } }).slice(0, -END.length);
  const comma = Object.keys(payload).length === 1 ? '' : ',';
  return Buffer.concat([Buffer.from(`${head}${comma}"events":`), recording.json, Buffer.from(END)]);
}

/** The end of the payload and of the event. */
const END = '}}';
