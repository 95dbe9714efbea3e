import { OUTCOMES, type Outcome } from '@sluice/contract';
import type { UsageRow } from '@sluice/accounting';
import type { Style } from './style.js';
import { table } from './table.js';
import { countText } from './words.js';

type Counts = Record<Outcome, number>;
type Countable = Pick<UsageRow, 'project' | 'type' | 'outcome' | 'reason' | 'count'>;

const none = (): Counts => ({ processed: 0, filtered: 0, rate_limited: 0, quota_exceeded: 0, invalid: 0 });

/** Formats usage: one line per project and type with outcomes, their sum, and reasons of refused events. */
export function usageTable(rows: readonly Countable[], style: Style): string {
  const lines = groupBy(rows, ({ project, type }) => `${project}\0${type}`);
  const body = [...lines].map(([key, group]) => [...key.split('\0'), ...cells(group)]);
  const total = ['all', '', ...cells(rows)];
  const counts = table(
    [
      { title: 'PROJECT' },
      { title: 'TYPE' },
      ...OUTCOMES.map((outcome) => ({ title: outcome.toUpperCase(), align: 'right' as const })),
      { title: 'RECEIVED', align: 'right' },
    ],
    body.length > 1 ? [...body, total] : body,
    style,
    'No events in these hours.',
  );
  const reasons = reasonTable(rows, style);
  return reasons === undefined ? counts : `${counts}\n\n${reasons}`;
}

function cells(rows: readonly Countable[]): readonly string[] {
  const counts = none();
  for (const { outcome, count } of rows) counts[outcome] += count;
  const received = OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);
  return [...OUTCOMES.map((outcome) => counts[outcome]), received].map(countText);
}

function reasonTable(rows: readonly Countable[], style: Style): string | undefined {
  const refused = groupBy(
    rows.filter(({ outcome }) => outcome !== 'processed'),
    ({ outcome, reason }) => `${outcome}\0${reason}`,
  );
  if (refused.size === 0) return undefined;
  const sums = [...refused].map(([key, group]) => ({ key, sum: group.reduce((sum, { count }) => sum + count, 0) }));
  return table(
    [{ title: 'REFUSED AS' }, { title: 'BECAUSE' }, { title: 'EVENTS', align: 'right' }],
    sums.sort((left, right) => right.sum - left.sum).map(({ key, sum }) => [...key.split('\0'), countText(sum)]),
    style,
  );
}

function groupBy(rows: readonly Countable[], keyOf: (row: Countable) => string): Map<string, Countable[]> {
  const groups = new Map<string, Countable[]>();
  for (const row of rows) {
    const key = keyOf(row);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
}
