import { sql, type RawBuilder } from 'kysely';
import type { ColumnValues } from '@sluice/db';
import type { IssueStats } from './issueOccurrence.js';

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

/** Returns the columns that `issues` and `issue_hashes` have in common, with the values of these stats. */
export const statsColumns = (all: readonly IssueStats[]): Readonly<Record<string, ColumnValues>> => ({
  title: ['text', all.map(({ newest }) => newest.title)],
  culprit: ['text', all.map(({ newest }) => newest.culprit)],
  level: ['text', all.map(({ newest }) => newest.level)],
  count: ['int8', all.map(({ count }) => count)],
  first_seen: ['timestamptz', all.map(({ firstMs }) => timeOf(firstMs))],
  last_seen: ['timestamptz', all.map(({ newest }) => timeOf(newest.timestampMs))],
  last_event_id: ['uuid', all.map(({ newest }) => newest.id)],
  first_release: ['text', all.map(({ firstRelease }) => firstRelease?.release ?? null)],
  first_release_at: ['timestamptz', all.map(({ firstRelease }) => timeOf(firstRelease?.ms))],
  last_release: ['text', all.map(({ lastRelease }) => lastRelease?.release ?? null)],
  last_release_at: ['timestamptz', all.map(({ lastRelease }) => timeOf(lastRelease?.ms))],
});

/** Names of {@link statsColumns}, in that order. */
export const STATS_COLUMNS = sql.raw(Object.keys(statsColumns([])).join(', '));

/** `mergeStats` of issueOccurrence.ts as the `SET` of an upsert into the table called `i`. */
export const MERGE_STATS: RawBuilder<unknown> = sql.raw(
  [
    'count = i.count + excluded.count',
    // `least` and `greatest` ignore NULL: a fingerprint that is linked but not counted has no times.
    'first_seen = least(i.first_seen, excluded.first_seen)',
    'last_seen = greatest(i.last_seen, excluded.last_seen)',
    ...['title', 'culprit', 'level', 'last_event_id'].map(newestWins),
    ...releaseWins('first_release', '<'),
    ...releaseWins('last_release', '>'),
  ].join(', '),
);

function newestWins(column: string): string {
  return `${column} = case
    when i.last_event_id is null or (excluded.last_seen, excluded.last_event_id) > (i.last_seen, i.last_event_id)
    then excluded.${column} else i.${column} end`;
}

function releaseWins(name: string, sign: string): readonly string[] {
  return [name, `${name}_at`].map(
    (column) => `${column} = case
      when i.${name}_at is null
        or (excluded.${name}_at, excluded.${name}) ${sign} (i.${name}_at, i.${name}) then excluded.${column}
      else i.${column} end`,
  );
}
