import { isObject, cut, LIMITS, LEVELS } from '@sluice/contract';
import type { LogRow } from '@sluice/db';
import { makeRow, jsonColumn, type RowFacts } from '@sluice/drain';
import { readLevel, readAsText, readText, type EnrichedEvent } from '@sluice/enrichment';

/**
 * Returns the row of a log (protocol 2.8): level (default `info`), message, attributes. An unknown level is stored as
 * sent. Accepts any payload.
 */
export function toLogRow(event: EnrichedEvent, facts: RowFacts): LogRow {
  const { level, message, attributes } = event.payload;
  return makeRow(event, facts, {
    level: readLevel(level, LEVELS) ?? readText(level, LIMITS.cutName) ?? 'info',
    message: cut(readAsText(message), LIMITS.cutMessage),
    attributes: isObject(attributes) ? jsonColumn(attributes) : null,
  });
}
