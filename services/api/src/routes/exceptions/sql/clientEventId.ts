import { LIMITS } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { isCompleteId, readIdPrefix, withDashes } from '@sluice/reading';

/** The condition that the context `event.id` is this text, as the index `exceptions_event_id` finds it. */
export const hasEventId = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`contexts ->> 'event.id' = ${value} and length(contexts ->> 'event.id') <= ${sql.lit(LIMITS.maxIdentifier)}`;

/** Returns the texts of one event id: 32 hex digits also in lower case, with and without dashes; any other text as it is. */
export function eventIdTexts(text: string): readonly string[] {
  const digits = readIdPrefix(text);
  if (digits === undefined || !isCompleteId(digits)) return [text];
  const lower = digits.toLowerCase();
  return [...new Set([text, lower, withDashes(lower)])];
}
