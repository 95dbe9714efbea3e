import { orderingTime } from '@sluice/contract';
import type { EventPlace, Tx } from '@sluice/db';
import { issueTitle, upsertIssues, type IssueOccurrence } from '@sluice/issues';
import type { DeriveContext, StoredRow } from '@sluice/drain';
import { culpritFrame, describeCulprit, withoutConstructors } from '@sluice/stacktrace';
import { fingerprints, formerFingerprints } from './fingerprints.js';
import type { GroupingDetails } from './readDetails.js';
import type { ExceptionFacts } from './readExceptionPayload.js';

/**
 * A stored exception and the names under which it is counted: `(other)` if its project adds too many environments or
 * releases.
 */
export interface PlacedException {
  readonly row: StoredRow<'exceptions', GroupingDetails>;
  readonly place: EventPlace;
}

/** An exception, with the release it was sent with, and the issue it joined. */
export interface JoinedException {
  readonly occurrence: Pick<IssueOccurrence, 'projectId' | 'id' | 'release'>;
  readonly issueId: string;
}

/**
 * Adds each exception to the issue of the first of its fingerprints that is known. Without one it opens an issue
 * (protocol 6), or joins the issue `(other)` if the project opens too many. Resolves to each occurrence with its
 * issue, in the order of the rows.
 */
export async function deriveIssues(
  tx: Tx,
  placed: readonly PlacedException[],
  { names, watches }: DeriveContext,
): Promise<readonly JoinedException[]> {
  const occurrences = placed.map(({ row, place }) =>
    occurrenceOf(row, place, watches.issueRates.has(row.row.project_id)),
  );
  const issueIds = await upsertIssues(tx, occurrences, names);
  return occurrences.flatMap(({ projectId, id }, index) => {
    const issueId = issueIds[index];
    const release = placed[index]?.row.row.release ?? null;
    return issueId === undefined ? [] : [{ occurrence: { projectId, id, release }, issueId }];
  });
}

/** One literal with all properties: a copy of it that adds one costs a worker a tenth of its time. */
const occurrenceOf = (
  { row, facts, details }: StoredRow<'exceptions', GroupingDetails>,
  { environment, release = null }: EventPlace,
  isWatched: boolean,
): IssueOccurrence => ({
  projectId: row.project_id,
  hashes: hashesOf(details),
  formerHashes: once(() => formerFingerprints(details.exception, details.resolved)),
  id: row.id,
  timestampMs: orderingTime(row.timestamp, facts),
  environment,
  release,
  userKey: row.user_key,
  title: issueTitle(row.type, row.message),
  // The culprit as sent: a map that is uploaded, deleted and uploaded again changes what is shown, not what is
  // stored.
  culprit: describeCulprit(culpritFrame(callsOf(details.exception))),
  level: row.level,
  isWatched,
});

/** An exception whose frames were resolved has further fingerprints. */
const hashesOf = ({ exception, fingerprints: own, resolved }: GroupingDetails): GroupingDetails['fingerprints'] =>
  resolved === undefined ? own : fingerprints(exception, resolved);

const callsOf = ({ frames, type }: ExceptionFacts): ExceptionFacts['frames'] => withoutConstructors(frames, type);

function once<T>(compute: () => T): () => T {
  let computed: { readonly value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
