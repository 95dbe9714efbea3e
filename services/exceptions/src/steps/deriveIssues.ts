import { cut, LIMITS } from '@sluice/contract';
import { upsertIssues, type IssueOccurrence, type Tx } from '@sluice/db';
import type { StoredRow } from '@sluice/drain';
import { culpritFrame, describeCulprit, withoutConstructors } from '@sluice/stacktrace';
import type { ResolvedFrames } from './fingerprints.js';
import { fingerprintsOf } from './fingerprintsOf.js';
import { readException, type ExceptionFacts } from './readException.js';

/** An exception and the issue it joined. */
export interface JoinedException {
  readonly occurrence: IssueOccurrence;
  readonly issueId: string;
}

/**
 * Each exception joins the issue that the first known of its fingerprints names; one with none opens an issue (spec 6).
 * Resolves with what joined what, in the order of the rows. @param resolvedOf the frames of a row as its maps have them
 */
export async function deriveIssues(
  tx: Tx,
  stored: readonly StoredRow<'exceptions'>[],
  resolvedOf: (row: StoredRow<'exceptions'>) => ResolvedFrames | undefined,
): Promise<readonly JoinedException[]> {
  const occurrences = stored.map((row) => occurrenceOf(row, resolvedOf(row)));
  const issueIds = await upsertIssues(tx, occurrences);
  return occurrences.flatMap((occurrence, index) => {
    const issueId = issueIds[index];
    return issueId === undefined ? [] : [{ occurrence, issueId }];
  });
}

const occurrenceOf = ({ event, row }: StoredRow<'exceptions'>, resolved?: ResolvedFrames): IssueOccurrence => ({
  projectId: row.project_id,
  hashes: fingerprintsOf(event.payload, resolved),
  id: row.id,
  timestampMs: row.timestamp,
  environment: row.environment,
  release: row.release,
  userKey: row.user_key,
  title: titleOf(row.type, row.message),
  // As it was sent: a map that comes, goes and comes again changes what is shown, not what is stored.
  culprit: describeCulprit(culpritFrame(callsOf(readException(event.payload)))),
  level: row.level,
});

const callsOf = ({ frames, type }: ExceptionFacts): ExceptionFacts['frames'] => withoutConstructors(frames, type);

/** `Type: first line of the message`. */
function titleOf(type: string, message: string): string {
  const [line = ''] = message.split('\n', 1);
  return cut(line.trim() === '' ? type : `${type}: ${line.trim()}`, LIMITS.cutIndexed);
}
