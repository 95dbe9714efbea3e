import {
  changeIssues,
  IssueError,
  mergeIssues,
  unmergeIssues,
  type IssueAssignment,
  type IssueStatusChange,
} from '@sluice/db';
import {
  ApiError,
  type Route,
  type RouteContext,
  SHORT_IDS_DESCRIPTION,
  defineRoute,
  described,
  id,
  listOf,
  object,
  oneOf,
  text,
  resolveId,
} from '@sluice/management';
import type { FrameReader } from '../../frames/createFrameReader.js';
import { changeFields, OPTIONAL_CHANGES, readChanges, type ChangeBody } from './issueChanges.js';
import { withIssueErrors } from './withIssueErrors.js';
import { issueDetailSchema } from './issueWire.js';
import { readIssueDetail } from './readIssueDetail.js';

const PARAMS = { issueId: 'The issue’s id.' };
const IDS = { issueId: 'issue' } as const;
const LONGEST_HASH = 250;
const MOST = 50;

const change = (frames: FrameReader): Route =>
  defineRoute<unknown, ChangeBody, unknown>({
    method: 'patch',
    path: '/issues/{issueId}',
    tag: 'Issues',
    summary: 'Resolve, ignore, open or assign an issue',
    description:
      'A resolved issue reopens when an exception arrives later: with `resolvedIn`, an exception of that release or a later one; with `resolvedInNext`, one of a later release than the latest one now; without them, ' +
      'an exception of any release that is not older than the last one it was seen in. Releases are ordered by semver precedence if both parse, otherwise by when they were first seen. ' +
      'An ignored issue opens at its `ignoreUntil`, or never. 409 `merged` where the issue lives on in another.',
    permission: 'issues:write',
    params: PARAMS,
    ids: IDS,
    body: object(changeFields, OPTIONAL_CHANGES),
    response: issueDetailSchema,
    handle: async ({ params, body }, context) => {
      const issueId = issueIdOf(params);
      const changes = readChanges(body, context);
      for (const each of changes) await changeOne(context, issueId, each);
      return { body: await readIssueDetail(context, issueId, { frames }) };
    },
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
  defineRoute<unknown, { readonly issues: readonly string[] }, unknown>({
    method: 'post',
    path: '/issues/{issueId}/merge',
    tag: 'Issues',
    summary: 'Merge issues into this one',
    description: 'Their fingerprints move to this issue, whose status does not change. Returns this issue.',
    permission: 'issues:write',
    params: PARAMS,
    ids: IDS,
    body: object({ issues: { ...listOf(described(id, SHORT_IDS_DESCRIPTION)), minItems: 1, maxItems: MOST } }),
    response: issueDetailSchema,
    handle: async ({ params, body: { issues } }, context) => {
      const { db, project, actor } = context;
      const issueId = issueIdOf(params);
      const others: string[] = [];
      for (const each of issues) others.push(await resolveId(db, project.id, 'issue', each));
      await withIssueErrors(() => mergeIssues(db, project.id, issueId, { issues: others, actor }));
      return { body: await readIssueDetail(context, issueId, { frames }) };
    },
  });

const unmerge = (frames: FrameReader): Route =>
  defineRoute<unknown, { readonly fingerprints: readonly string[] }, unknown>({
    method: 'post',
    path: '/issues/{issueId}/unmerge',
    tag: 'Issues',
    summary: 'Unmerge fingerprints from an issue',
    description:
      'Permanent. Each fingerprint returns to the issue it was merged from; fingerprints that always belonged to this issue become one new issue. Returns this issue, then the others.',
    permission: 'issues:write',
    params: PARAMS,
    ids: IDS,
    body: object({ fingerprints: { ...listOf(text(LONGEST_HASH)), minItems: 1, maxItems: MOST } }),
    response: object({ data: listOf(issueDetailSchema) }),
    handle: async ({ params, body: { fingerprints } }, context) => {
      const { db, project, actor } = context;
      const issueId = issueIdOf(params);
      const homes = await withIssueErrors(() => unmergeIssues(db, project.id, issueId, { fingerprints, actor }));
      const data = await Promise.all([issueId, ...homes].map((each) => readIssueDetail(context, each, { frames })));
      return { body: { data } };
    },
  });

const MOST_IDS = 100;

const changeMany = defineRoute<unknown, ChangeBody & { readonly issues: readonly string[] }, unknown>({
  method: 'post',
  path: '/issues/changes',
  tag: 'Issues',
  summary: 'Change several issues',
  description:
    'The same changes as of one issue, in one transaction, of up to 100 issues. Each issue has its outcome; an id that does not exist does not stop the others.',
  permission: 'issues:write',
  body: object({ issues: { ...listOf(id), minItems: 1, maxItems: MOST_IDS }, ...changeFields }, OPTIONAL_CHANGES),
  response: object({ data: listOf(object({ id, outcome: oneOf('changed', 'unchanged', 'not_found', 'merged') })) }),
  handle: async ({ body: { issues, ...asked } }, context) => {
    const { db, project, actor } = context;
    const ids = [...new Set(issues)];
    const changes = readChanges(asked, context);
    const outcomes = await withIssueErrors(() => changeIssues(db, project.id, ids, { ...onlyOne(changes), actor }));
    return { body: { data: ids.map((each, index) => ({ id: each, outcome: outcomes[index] })) } };
  },
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
