import { SHORT_IDS_DESCRIPTION, type Descriptions } from '../description.js';
import { optionalFields, object, listOf, described, partialObject } from '../schema/shapes.js';
import { id, text, oneOf } from '../schema/values.js';
import { changeFields } from './changeFields.js';
import { issueDetailSchema } from './issueSchemas.js';

const PARAMS = { issueId: 'The issue’s id.' };

const IDS = { issueId: 'issue' } as const;

const LONGEST_HASH = 250;

const MOST = 50;

const MOST_IDS = 100;

/** Operations that change issues. */
export const changeIssuesApi = {
  change: {
    scope: 'project',
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
    body: optionalFields(changeFields),
    response: issueDetailSchema,
  },
  merge: {
    scope: 'project',
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
  },
  unmerge: {
    scope: 'project',
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
  },
  changeMany: {
    scope: 'project',
    method: 'post',
    path: '/issues/changes',
    tag: 'Issues',
    summary: 'Change several issues',
    description:
      'The same changes as of one issue, in one transaction, of up to 100 issues. Each issue has its outcome; an id that does not exist does not stop the others.',
    permission: 'issues:write',
    body: partialObject({ issues: { ...listOf(id), minItems: 1, maxItems: MOST_IDS }, ...changeFields }, ['issues']),
    response: object({ data: listOf(object({ id, outcome: oneOf('changed', 'unchanged', 'not_found', 'merged') })) }),
  },
} as const satisfies Descriptions;
