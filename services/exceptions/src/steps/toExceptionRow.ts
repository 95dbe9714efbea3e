import { orderingTime, type Json } from '@sluice/contract';
import type { ExceptionRow } from '@sluice/db';
import { makeRow, type RowFacts } from '@sluice/drain';
import type { EnrichedEvent } from '@sluice/enrichment';
import type { GroupingDetails } from './readDetails.js';

/** The part of the payload that is stored as sent: frames are resolved when they are read. */
const KEPT = ['platform', 'frames', 'stack', 'cause', 'fingerprint'] as const;

/**
 * Returns the row of an exception (protocol 2.8), with the first of the fingerprints that group it. Accepts any
 * payload.
 */
export function toExceptionRow(
  event: EnrichedEvent,
  facts: RowFacts,
  { exception, fingerprints }: GroupingDetails,
): ExceptionRow {
  const { type, message, level, handled, framesJson } = exception;
  const { breadcrumbs = null } = event.payload;
  const orderedAt = orderingTime(event.timestampMs, facts);
  return makeRow(event, facts, {
    type,
    message,
    level,
    handled,
    hash: fingerprints[0],
    payload: writePayload(event.payload, framesJson),
    breadcrumbs: breadcrumbs === null ? null : JSON.stringify(breadcrumbs),
    ordered_at: orderedAt === event.timestampMs ? null : orderedAt,
  });
}

/** @param framesJson of `frames`, which was written before */
function writePayload(payload: Readonly<Record<string, Json>>, framesJson: string | undefined): string {
  let text = '';
  for (const key of KEPT) {
    const value = payload[key];
    if (value === undefined || value === null) continue;
    const json = key === 'frames' && framesJson !== undefined ? framesJson : JSON.stringify(value);
    text += `${text === '' ? '{' : ','}"${key}":${json}`;
  }
  return text === '' ? '{}' : `${text}}`;
}
