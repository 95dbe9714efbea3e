import { insertSignals, type NewAlertSignal, type Tx } from '@sluice/db';
import type { ReopenedIssue } from '@sluice/issues';
import { cut, type Json } from '@sluice/contract';
import type { JoinedException, PlacedException } from './deriveIssues.js';

/** Contexts with the address of a page or request, the most specific first. */
const URLS = ['page.url', 'url.full', 'url'] as const;

/** Tags and characters of a text that a signal contains: filters of rules look at them. */
const MOST_TAGS = 50;
const LONGEST = 512;

/** The issues that exceptions joined, and those that they brought back. */
export interface ChangedIssues {
  readonly joined: readonly JoinedException[];
  readonly reopened: readonly ReopenedIssue[];
}

/**
 * Signals to alerts the issues that these exceptions opened or reopened, in the transaction that stores them. Without such
 * issues it sends no statement.
 *
 * Invariant: each issue that exceptions open is signaled once. An exception opened its issue if and only if the issue has its
 * id: `linkHashes` gives an issue the id of the exception that links its first fingerprint, and an id is stored once. A merge
 * gives no issue the id of an exception, and an unmerge gives a new issue a random id: people did these, and they are not
 * signaled. The issue `(other)` is signaled as any other, once: exceptions that join it later do not have its id.
 */
export async function signalIssues(
  tx: Tx,
  placed: readonly PlacedException[],
  { joined, reopened }: ChangedIssues,
): Promise<void> {
  const opened = joined.filter(({ occurrence, issueId }) => occurrence.id === issueId);
  if (opened.length === 0 && reopened.length === 0) return;
  const rows = new Map(placed.map((one) => [`${one.row.row.project_id}/${one.row.row.id}`, one]));
  const detailsOf = (projectId: string, eventId: string): NewAlertSignal['details'] => {
    const exception = rows.get(`${projectId}/${eventId}`);
    return exception === undefined ? {} : eventDetails(exception);
  };
  await insertSignals(tx, [
    ...opened.map(({ occurrence: { projectId, id }, issueId }) => ({
      projectId,
      kind: 'new_issue' as const,
      issueId,
      eventId: id,
      details: detailsOf(projectId, id),
    })),
    ...reopened.map(({ projectId, kind, issueId, eventId, details }) => ({
      projectId,
      kind,
      issueId,
      eventId,
      details: { ...detailsOf(projectId, eventId), ...details },
    })),
  ]);
}

/** What filters look at, as sent: not folded into `(other)`. */
function eventDetails({ row: { row, event } }: PlacedException): NewAlertSignal['details'] {
  const url = URLS.map((key) => event.contexts[key]).find((value) => typeof value === 'string');
  const tags = Object.entries(event.tags)
    .filter(([key, value]) => isShort(key) && isFilterable(value))
    .slice(0, MOST_TAGS);
  return {
    level: row.level,
    environment: row.environment,
    release: row.release,
    ...(typeof url === 'string' ? { url: cut(url, LONGEST) } : {}),
    ...(tags.length === 0 ? {} : { tags: Object.fromEntries(tags) }),
  };
}

const isShort = (text: string): boolean => text.length <= LONGEST;
const isFilterable = (value: Json): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && isShort(value));
