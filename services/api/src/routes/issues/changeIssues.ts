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
import { withIssueErrors } from './withIssueErrors.js';
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
      'A resolved issue reopens when an exception arrives later: with `resolvedIn`, an exception of that release or a later one; without it, ' +
      'an exception of any release that is not older than the last one it was seen in. Releases are ordered by semver precedence if both parse, otherwise by when they were first seen. ' +
      '409 `merged` where the issue lives on in another.',
    permission: 'issues:write',
    params: PARAMS,
    ids: IDS,
    body: object(
      {
        status: oneOf(...ISSUE_STATUSES),
        resolvedIn: described(
          { ...text(LONGEST_RELEASE), minLength: 1 },
          'Only with status `resolved`: the release that fixes it.',
        ),
      },
      ['resolvedIn'],
    ),
    response: issueDetailSchema,
    handle: async ({ params, body: { status, resolvedIn } }, context) => {
      if (resolvedIn !== undefined && status !== 'resolved') {
        throw new ApiError(422, 'invalid_body', 'resolvedIn is only valid with status resolved.');
      }
      const issueId = issueIdOf(params);
      const change =
        status !== 'resolved' ? { status } : resolvedIn === undefined ? { status } : { status, resolvedIn };
      await withIssueErrors(() => setIssueStatus(context.db, context.project.id, issueId, change));
      return { body: await readIssueDetail(context, issueId, { frames }) };
    },
  });

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
      const issueId = issueIdOf(params);
      const others: string[] = [];
      for (const each of issues) others.push(await resolveId(context.db, context.project.id, 'issue', each));
      await withIssueErrors(() => mergeIssues(context.db, context.project.id, issueId, others));
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
    body: object({ fingerprints: { ...listOf(text(LONGEST_RELEASE)), minItems: 1, maxItems: MOST } }),
    response: object({ data: listOf(issueDetailSchema) }),
    handle: async ({ params, body: { fingerprints } }, context) => {
      const issueId = issueIdOf(params);
      const homes = await withIssueErrors(() => unmergeIssues(context.db, context.project.id, issueId, fingerprints));
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
