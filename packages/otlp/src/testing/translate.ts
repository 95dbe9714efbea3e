import type { OtlpProblem, OtlpSignal, OtlpTranslation } from '../event.js';
import { translateOtlp, type BodyReader } from '../translateOtlp.js';
import { encodeRequest } from './encodeRequest.js';

/** Parses without bounds, and always has memory. */
export const READER: BodyReader = {
  parse: (bytes) => {
    try {
      return JSON.parse(bytes.toString()) as unknown;
    } catch {
      return undefined;
    }
  },
  reserve: () => true,
};

/** Translates a request in JSON. */
export const translateJson = (signal: OtlpSignal, request: unknown): OtlpTranslation | OtlpProblem =>
  translateOtlp(signal, 'json', Buffer.from(JSON.stringify(request)), READER);

/** Translates a request in the binary encoding. */
export const translateBinary = (signal: OtlpSignal, request: object): OtlpTranslation | OtlpProblem =>
  translateOtlp(signal, 'protobuf', encodeRequest(signal, request), READER);

/** Returns the events of a translation. @throws Error if the request is refused */
export function eventsOf(translation: OtlpTranslation | OtlpProblem): OtlpTranslation['events'] {
  if ('problem' in translation) throw new Error(translation.problem);
  return translation.events;
}
