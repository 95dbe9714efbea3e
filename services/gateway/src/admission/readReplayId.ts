import type { AcceptedEvent } from '@sluice/contract';
import { isObject } from './jsonObject.js';

/**
 * Protocol 2.8: the recording that a replay event belongs to, read as the worker that stores it reads it: its
 * `replayId`, else its `replay.id` context, each a text that is not empty or a finite number; `undefined` where one has
 * to be made.
 */
export const readReplayId = ({ payload, contexts }: Pick<AcceptedEvent, 'payload' | 'contexts'>): string | undefined =>
  textOf(payload['replayId']) ?? (isObject(contexts) ? textOf(contexts['replay.id']) : undefined);

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
