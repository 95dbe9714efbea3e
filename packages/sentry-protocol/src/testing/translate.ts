import type { Envelope, EnvelopeItem } from '../envelope/readEnvelope.js';
import type { Problem } from '../problem.js';
import * as report from '../security/translateSecurityReport.js';
import type { SluiceEvent } from '../sluiceEvent.js';
import * as envelope from '../translateEnvelope.js';
import * as stored from '../translateStored.js';
import type { Translation, TranslationOptions } from '../translation.js';
import { envelopeBytes, only, openEnvelope, parse, type Item } from './envelopes.js';

/** Reads JSON without bounds, in one step. */
const READER: TranslationOptions = {
  // eslint-disable-next-line require-yield -- one step
  *parse(bytes) {
    return parse(bytes);
  },
  // eslint-disable-next-line require-yield -- one step
  *readRecording(bytes) {
    const list = parse(bytes);
    return Array.isArray(list) ? { list, first: list[0], last: list.at(-1) } : undefined;
  },
};

/** Returns what a generator returns, without a pause. */
function finish<Result>(steps: Generator<undefined, Result>): Result {
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Translates an envelope without a pause. */
export const translateEnvelope = (
  of: Envelope,
  recordings: ReadonlyMap<EnvelopeItem, Buffer | undefined> = new Map(),
): Translation | Problem => finish(envelope.translateEnvelope(of, { ...READER, recordings }));

/** Returns how often the translation of an envelope pauses. */
export function countPauses(of: Envelope): number {
  const steps = envelope.translateEnvelope(of, READER);
  let pauses = 0;
  while (steps.next().done !== true) pauses += 1;
  return pauses;
}

/** Translates an event that was sent without an envelope, without a pause. */
export const translateStored = (bytes: Buffer): Translation | Problem => finish(stored.translateStored(bytes, READER));

/** Translates a security report without a pause. */
export const translateSecurityReport = (bytes: Buffer, query: report.SecurityQuery): Translation | Problem =>
  finish(report.translateSecurityReport(bytes, query, READER));

/** Returns the translation of an envelope. @throws if it has a problem */
export const translateItems = (items: readonly Item[], header: object = {}): Translation =>
  withoutProblem(translateEnvelope(openEnvelope(envelopeBytes(items, header))));

/** Returns the translation of an event that was sent without an envelope. @throws if it has a problem */
export const translateOne = (event: unknown): SluiceEvent =>
  only(withoutProblem(translateStored(Buffer.from(JSON.stringify(event)))).events);

/** Returns a translation. @throws if it is a problem */
export function withoutProblem(translation: Translation | Problem): Translation {
  if ('problem' in translation) throw new Error(translation.problem);
  return translation;
}
