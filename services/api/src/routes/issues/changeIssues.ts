import { mergeIssues, setIssueStatus, unmergeIssues } from '@sluice/db';
import {
  ApiError,
  type Route,
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
import { orRefuse } from './issueRefusal.js';
import { ISSUE_STATUSES, issueDetailSchema } from './issueWire.js';
import { readIssueDetail } from './readIssueDetail.js';

const PARAMS = { issueId: 'The issue’s id.' };
const IDS = { issueId: 'issue' } as const;
const LONGEST_RELEASE = 250;
const MOST = 50;

interface StatusBody {
  readonly status: (typeof ISSUE_STATUSES)[number];
  readonly resolvedIn?: string;
}

const setStatus = (frames: FrameReader): Route =>
  defineRoute<unknown, StatusBody, unknown>({
    method: 'patch',
    path: '/issues/{issueId}',
    tag: 'Issues',
    summary: 'Resolve, ignore or open an issue',
    description:
      'A resolved issue opens again with an exception that arrives later: with `resolvedIn`, of that release or a later one; without, ' +
      'of any but an older release than the last it was seen in. Later is semver precedence where both parse, else which was seen first. ' +
      '409 `merged` where the issue lives on in another.',
    scope: 'project:admin',
    params: PARAMS,
    ids: IDS,
    body: object(
      {
        status: oneOf(...ISSUE_STATUSES),
        resolvedIn: described(
          { ...text(LONGEST_RELEASE), minLength: 1 },
          'With `resolved` only: the release that resolves it.',
        ),
      },
      ['resolvedIn'],
    ),
    response: issueDetailSchema,
    handle: async ({ params, body: { status, resolvedIn } }, context) => {
      if (resolvedIn !== undefined && status !== 'resolved') {
        throw new ApiError(422, 'invalid_body', 'resolvedIn goes with the status resolved only.');
      }
      const issueId = issueIdOf(params);
      const change =
        status !== 'resolved' ? { status } : resolvedIn === undefined ? { status } : { status, resolvedIn };
      await orRefuse(() => setIssueStatus(context.db, context.project.id, issueId, change));
      return { body: await readIssueDetail(context, issueId, { frames }) };
    },
  });

const merge = (frames: FrameReader): Route =>
  defineRoute<unknown, { readonly issues: readonly string[] }, unknown>({
    method: 'post',
    path: '/issues/{issueId}/merge',
    tag: 'Issues',
    summary: 'Merge issues into this one',
    description: 'Their fingerprints belong to it from now on; its state stays. The answer is this issue.',
    scope: 'project:admin',
    params: PARAMS,
    ids: IDS,
    body: object({ issues: { ...listOf(described(id, SHORT_IDS_DESCRIPTION)), minItems: 1, maxItems: MOST } }),
    response: issueDetailSchema,
    handle: async ({ params, body: { issues } }, context) => {
      const issueId = issueIdOf(params);
      const others: string[] = [];
      for (const each of issues) others.push(await resolveId(context.db, context.project.id, 'issue', each));
      await orRefuse(() => mergeIssues(context.db, context.project.id, issueId, others));
      return { body: await readIssueDetail(context, issueId, { frames }) };
    },
  });

const unmerge = (frames: FrameReader): Route =>
  defineRoute<unknown, { readonly fingerprints: readonly string[] }, unknown>({
    method: 'post',
    path: '/issues/{issueId}/unmerge',
    tag: 'Issues',
    summary: 'Take fingerprints out of an issue',
    description:
      'For good. Each goes back to the issue it was merged from; those that were always this issue’s become one new issue. The answer is this issue, then those.',
    scope: 'project:admin',
    params: PARAMS,
    ids: IDS,
    body: object({ fingerprints: { ...listOf(text(LONGEST_RELEASE)), minItems: 1, maxItems: MOST } }),
    response: object({ data: listOf(issueDetailSchema) }),
    handle: async ({ params, body: { fingerprints } }, context) => {
      const issueId = issueIdOf(params);
      const homes = await orRefuse(() => unmergeIssues(context.db, context.project.id, issueId, fingerprints));
      const data = await Promise.all([issueId, ...homes].map((each) => readIssueDetail(context, each, { frames })));
      return { body: { data } };
    },
  });

const issueIdOf = (params: Readonly<Record<string, string>>): string => params['issueId'] ?? '';

/** Operations that change issues. */
export const changeIssues = (frames: FrameReader): readonly Route[] => [
  setStatus(frames),
  merge(frames),
  unmerge(frames),
];
