import type { CountedType, Outcome } from '@sluice/contract';
import type { StatsRow } from '@sluice/accounting';

/** Outcome counts of one type in one hour or day. */
export interface StatsCell {
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly type: CountedType;
  /** Sum of all outcomes; every event has exactly one (protocol 3.1). */
  readonly received: number;
  readonly processed: number;
  readonly filtered: number;
  readonly invalid: number;
  readonly rateLimited: number;
  readonly quotaExceeded: number;
  /** Rate-limited plus over quota (protocol 3.1). */
  readonly limited: number;
  readonly reasons: Readonly<Record<string, number>>;
}

/** Groups rows, in the order of `readStats`, into one cell per time and type. */
export function groupStats(rows: readonly StatsRow[]): readonly StatsCell[] {
  const groups = new Map<string, StatsRow[]>();
  for (const row of rows) {
    const key = `${row.at.getTime()} ${row.type}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups.values()].flatMap(cellOf);
}

function cellOf(rows: readonly StatsRow[]): readonly StatsCell[] {
  const [first] = rows;
  if (first === undefined) return [];
  const sum = (...outcomes: readonly Outcome[]): number =>
    rows.reduce((total, { outcome, count }) => total + (outcomes.includes(outcome) ? count : 0), 0);
  return [
    {
      atMs: first.at.getTime(),
      type: first.type,
      received: rows.reduce((total, { count }) => total + count, 0),
      processed: sum('processed'),
      filtered: sum('filtered'),
      invalid: sum('invalid'),
      rateLimited: sum('rate_limited'),
      quotaExceeded: sum('quota_exceeded'),
      limited: sum('rate_limited', 'quota_exceeded'),
      reasons: reasonsOf(rows),
    },
  ];
}

/** Events by reason; `processed` has no reasons. */
function reasonsOf(rows: readonly StatsRow[]): Readonly<Record<string, number>> {
  const reasons: Record<string, number> = {};
  for (const { reason, count } of rows) {
    if (reason !== '') reasons[reason] = (reasons[reason] ?? 0) + count;
  }
  return reasons;
}
