import type { Queryable } from '@sluice/db';
import { countExceptions, type CountRequest } from './countExceptions.js';
import { countsSome } from './issueFilter.js';
import type { ListedIssue, StoredIssue } from './storedIssue.js';

/**
 * Returns one issue with the counts that a list with this page and filter shows: 0 if none of its exceptions match. Without a
 * range or a filter, its totals of all time.
 */
export async function countIssue(
  db: Queryable,
  projectId: string,
  issue: StoredIssue,
  { page, filter, series }: Omit<CountRequest, 'issues'>,
): Promise<ListedIssue> {
  const { count, users, firstSeen, lastSeen } = issue;
  const whole: ListedIssue = {
    ...issue,
    total: { count, users, firstSeen, lastSeen },
    approximate: false,
    trend: 0,
    series: undefined,
    position: '',
  };
  if (!countsSome(page, filter)) return whole;
  const [counted] = await countExceptions(db, projectId, { page, filter, issues: [whole], series });
  return (
    counted ?? { ...whole, count: 0, users: 0, series: Array.from({ length: series?.bounds.length ?? 0 }, () => 0) }
  );
}
