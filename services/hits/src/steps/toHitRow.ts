import { LIMITS } from '@sluice/contract';
import type { HitRow } from '@sluice/db';
import { makeRow, type RowFacts } from '@sluice/drain';
import { readText, type EnrichedEvent } from '@sluice/enrichment';

/**
 * Returns the row of a hit (protocol 2.8): by default `custom` if it has a name, otherwise `pageview`. A name that
 * the column truncates is stored in full in the context `hit.name`.
 */
export function toHitRow(event: EnrichedEvent, facts: RowFacts): HitRow {
  const { kind, name, url, referrer, title, sessionId } = event.payload;
  const hitName = readText(name, LIMITS.cutName);
  const whole = readText(name, Infinity);
  const named = whole === hitName ? event : { ...event, contexts: { ...event.contexts, 'hit.name': whole } };
  const byName = hitName === null ? 'pageview' : 'custom';
  return makeRow(named, facts, {
    kind: kind === 'pageview' || kind === 'custom' ? kind : byName,
    name: hitName,
    url: readText(url, LIMITS.cutString),
    referrer: readText(referrer, LIMITS.cutString),
    title: readText(title, LIMITS.cutString),
    session_id: readText(sessionId, LIMITS.cutUserField),
    visitor: facts.visitor ?? null,
  });
}
