import type { Problem } from '../problem.js';
import type { SluiceEvent } from '../sluiceEvent.js';
import { translateEnvelope } from '../translateEnvelope.js';
import { translateStored } from '../translateStored.js';
import type { Translation } from '../translation.js';
import { envelopeBytes, only, openEnvelope, parse, type Item } from './envelopes.js';

/** Returns the translation of an envelope. @throws if it has a problem */
export const translateItems = (items: readonly Item[], header: object = {}): Translation =>
  withoutProblem(translateEnvelope(openEnvelope(envelopeBytes(items, header)), { parse }));

/** Returns the translation of an event that was sent without an envelope. @throws if it has a problem */
export const translateOne = (event: unknown): SluiceEvent =>
  only(withoutProblem(translateStored(Buffer.from(JSON.stringify(event)), { parse })).events);

/** Returns a translation. @throws if it is a problem */
export function withoutProblem(translation: Translation | Problem): Translation {
  if ('problem' in translation) throw new Error(translation.problem);
  return translation;
}
