import { changeIssuesApi } from '@sluice/api-contract';
import {
  changeIssues,
  IssueError,
  mergeIssues,
  unmergeIssues,
  type IssueAssignment,
  type IssueStatusChange,
} from '@sluice/issues';
import { ApiError, type Route, type RouteContext, resolveId, serve } from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { readChanges } from './issueChanges.js';
import { withIssueErrors } from './withIssueErrors.js';
import { readIssueDetail } from './readIssueDetail.js';

const change = (frames: FrameReader): Route =>
  serve(changeIssuesApi.change, async ({ params, body }, context) => {
    const issueId = issueIdOf(params);
    const changes = readChanges(body, context);
    for (const each of changes) await changeOne(context, issueId, each);
    return { body: await readIssueDetail(context, issueId, { frames }) };
  });

async function changeOne(
  { db, project, actor }: RouteContext,
  issueId: string,
  asked: IssueStatusChange | IssueAssignment,
): Promise<void> {
  await withIssueErrors(async () => {
    const [outcome] = await changeIssues(db, project.id, [issueId], { ...asked, actor });
    if (outcome === 'not_found') throw new IssueError('not_found', 'There is no such issue.');
    if (outcome === 'merged') throw new IssueError('merged', 'The issue was merged into another: change that one.');
  });
}

const merge = (frames: FrameReader): Route =>
  serve(changeIssuesApi.merge, async ({ params, body: { issues } }, context) => {
    const { db, project, actor } = context;
    const issueId = issueIdOf(params);
    const others: string[] = [];
    for (const each of issues) others.push(await resolveId(db, project.id, 'issue', each));
    await withIssueErrors(() => mergeIssues(db, project.id, issueId, { issues: others, actor }));
    return { body: await readIssueDetail(context, issueId, { frames }) };
  });

const unmerge = (frames: FrameReader): Route =>
  serve(changeIssuesApi.unmerge, async ({ params, body: { fingerprints } }, context) => {
    const { db, project, actor } = context;
    const issueId = issueIdOf(params);
    const homes = await withIssueErrors(() => unmergeIssues(db, project.id, issueId, { fingerprints, actor }));
    const data = await Promise.all([issueId, ...homes].map((each) => readIssueDetail(context, each, { frames })));
    return { body: { data } };
  });

const changeMany = serve(changeIssuesApi.changeMany, async ({ body: { issues, ...asked } }, context) => {
  const { db, project, actor } = context;
  const ids = [...new Set(issues)];
  const changes = readChanges(asked, context);
  const outcomes = await withIssueErrors(() => changeIssues(db, project.id, ids, { ...onlyOne(changes), actor }));
  return { body: { data: ids.map((each, index) => ({ id: each, outcome: outcomes[index] ?? 'not_found' })) } };
});

function onlyOne(changes: readonly (IssueStatusChange | IssueAssignment)[]): IssueStatusChange | IssueAssignment {
  const [first, second] = changes;
  if (first !== undefined && second === undefined) return first;
  throw new ApiError(422, 'invalid_body', 'Give either status or assignee; send two requests to change both.');
}

const issueIdOf = (params: Readonly<Record<string, string>>): string => params['issueId'] ?? '';

/** Operations that change issues. */
export const changeIssuesRoutes = (frames: FrameReader): readonly Route[] => [
  change(frames),
  changeMany,
  merge(frames),
  unmerge(frames),
];
