import { cut, LIMITS, LEVELS } from '@sluice/contract';
import type { LogRow } from '@sluice/db';
import { makeRow, jsonColumn, type RowFacts } from '@sluice/drain';
import { isObject, readLevel, readAsText, readText, type EnrichedEvent } from '@sluice/enrichment';

/**
 * A log as its row (protocol 2.8): level `info` where none is given, message, attributes. A level outside of the
 * vocabulary is stored as sent. Takes whatever it finds.
 */
export function toLogRow(event: EnrichedEvent, facts: RowFacts): LogRow {
  const { level, message, attributes } = event.payload;
  return makeRow(event, facts, {
    level: readLevel(level, LEVELS) ?? readText(level, LIMITS.cutName) ?? 'info',
    message: cut(readAsText(message), LIMITS.cutMessage),
    attributes: isObject(attributes) ? jsonColumn(attributes) : null,
  });
}
