import { hasSourceMaps } from '@sluice/sourcemaps/statements';
import { listIssues } from './sql/listIssues.js';
import type { IssueFilter } from './sql/issueFilter.js';
import type { IssueListRequest } from './sql/listCountedIssues.js';
import type { IssueSort } from './sql/issueOrder.js';
import type { ListedIssue } from './sql/storedIssue.js';
import type { Page, PageRequest } from '@sluice/reading';
import type { RouteContext } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';

/** Issues scanned for one page if culprits must be resolved, and issues per block. */
const CULPRIT_SCAN = 1_000;
const BLOCK = 250;

/**
 * Lists issues like `listIssues`, but `query` also matches the resolved culprits that are shown. Projects without source maps
 * are searched by the database; in others, a page scans up to 1,000 issues and `next` continues from there.
 */
export async function findIssues(
  { db, project }: RouteContext,
  page: PageRequest,
  { query, ...filter }: IssueListRequest,
  frames: FrameReader,
): Promise<Page<ListedIssue>> {
  if (query === undefined || !(await hasSourceMaps(db, project.id))) {
    return listIssues(db, project.id, page, { ...filter, query });
  }
  const rows: ListedIssue[] = [];
  let block: Page<ListedIssue> | undefined;
  for (let looked = 0; looked < CULPRIT_SCAN; looked += BLOCK) {
    block = await listIssues(db, project.id, { ...page, limit: BLOCK, after: block?.next ?? page.after }, filter);
    const matching = await issuesWith(query, block.rows, (ids) => frames.readCulprits(db, project.id, ids));
    for (const issue of matching) {
      rows.push(issue);
      if (rows.length === page.limit) return { rows, next: issue.position, scannedToMs: undefined };
    }
    if (block.next === undefined) return { rows, next: undefined, scannedToMs: undefined };
  }
  return { rows, next: block?.next, scannedToMs: block?.scannedToMs ?? momentOf(block?.rows.at(-1), filter.sort) };
}

/**
 * Returns the ids of the issues that the filter's `query` finds by a resolved culprit or otherwise, of up to 1,000 issues of the
 * range, the latest first; `undefined` if the database can search by itself.
 */
export async function findMatchingIds(
  context: RouteContext,
  page: PageRequest,
  filter: IssueFilter,
  frames: FrameReader,
): Promise<readonly string[] | undefined> {
  if (filter.query === undefined || !(await hasSourceMaps(context.db, context.project.id))) return undefined;
  const all = { ...page, limit: CULPRIT_SCAN };
  const { rows } = await findIssues(context, all, { ...filter, sort: 'lastSeen' }, frames);
  return rows.map(({ id }) => id);
}

async function issuesWith(
  query: string,
  issues: readonly ListedIssue[],
  readCulprits: (ids: readonly string[]) => ReturnType<FrameReader['readCulprits']>,
): Promise<readonly ListedIssue[]> {
  const part = query.toLowerCase();
  const holds = (text: string): boolean => text.toLowerCase().includes(part);
  const isNamed = ({ title, culprit }: ListedIssue): boolean => holds(`${title} ${culprit ?? ''}`);
  const others = issues.filter((issue) => !isNamed(issue));
  const culprits = await readCulprits(others.map(({ latestEventId }) => latestEventId));
  return issues.filter((issue) => isNamed(issue) || holds(culprits.get(issue.latestEventId)?.original ?? ''));
}

function momentOf(issue: ListedIssue | undefined, sort: IssueSort): number | undefined {
  return sort === 'lastSeen' || sort === 'firstSeen' ? issue?.[sort].getTime() : undefined;
}
