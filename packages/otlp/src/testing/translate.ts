import type { OtlpEncoding, OtlpProblem, OtlpSignal, OtlpTranslation } from '../event.js';
import { translateOtlp, type BodyReader } from '../translateOtlp.js';
import { encodeRequest } from './encodeRequest.js';

/** Parses without bounds, and always has memory. */
export const READER: BodyReader = {
  // eslint-disable-next-line require-yield -- one step
  *parse(bytes) {
    try {
      return JSON.parse(bytes.toString()) as unknown;
    } catch {
      return undefined;
    }
  },
  reserve: () => true,
};

/** Translates a request without a pause. */
export function translateBytes(
  signal: OtlpSignal,
  encoding: OtlpEncoding,
  bytes: Buffer,
  reader: BodyReader = READER,
): OtlpTranslation | OtlpProblem {
  const steps = translateOtlp(signal, encoding, bytes, reader);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Translates a request in JSON. */
export const translateJson = (signal: OtlpSignal, request: unknown): OtlpTranslation | OtlpProblem =>
  translateBytes(signal, 'json', Buffer.from(JSON.stringify(request)));

/** Translates a request in the binary encoding. */
export const translateBinary = (signal: OtlpSignal, request: object): OtlpTranslation | OtlpProblem =>
  translateBytes(signal, 'protobuf', encodeRequest(signal, request));

/** Returns the events of a translation. @throws Error if the request is refused */
export function eventsOf(translation: OtlpTranslation | OtlpProblem): OtlpTranslation['events'] {
  if ('problem' in translation) throw new Error(translation.problem);
  return translation.events;
}
