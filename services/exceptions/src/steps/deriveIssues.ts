import { cut, LIMITS } from '@sluice/contract';
import { upsertIssues, type IssueOccurrence, type Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';
import { culpritOf } from './culpritOf.js';
import { fingerprintsOf } from './fingerprintsOf.js';

/** An exception and the issue it joined. */
export interface JoinedException {
  readonly occurrence: IssueOccurrence;
  readonly issueId: string;
}

/**
 * Each exception joins the issue that the first known of its fingerprints names; one with none opens an issue (spec 6).
 * Resolves with what joined what, in the order of the rows.
 */
export async function deriveIssues(
  tx: Tx,
  stored: readonly StoredRow<'exceptions'>[],
): Promise<readonly JoinedException[]> {
  const occurrences = stored.map(occurrenceOf);
  const issueIds = await upsertIssues(tx, occurrences);
  return occurrences.flatMap((occurrence, index) => {
    const issueId = issueIds[index];
    return issueId === undefined ? [] : [{ occurrence, issueId }];
  });
}

const occurrenceOf = ({ event, row }: StoredRow<'exceptions'>): IssueOccurrence => ({
  projectId: row.project_id,
  hashes: fingerprintsOf(event.payload),
  id: row.id,
  timestampMs: row.timestamp,
  environment: row.environment,
  release: row.release,
  userKey: row.user_key,
  title: titleOf(row.type, row.message),
  culprit: culpritOf(event.payload),
  level: row.level,
});

/** `Type: first line of the message`. */
function titleOf(type: string, message: string): string {
  const [line = ''] = message.split('\n', 1);
  return cut(line.trim() === '' ? type : `${type}: ${line.trim()}`, LIMITS.cutIndexed);
}
