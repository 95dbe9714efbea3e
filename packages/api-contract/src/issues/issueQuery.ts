import { LIMITS, ISSUE_SORTS } from '@sluice/contract';
import { zoneFields } from '../list/listQuery.js';
import { described } from '../schema/shapes.js';
import { oneOf, exceptionLevel, text } from '../schema/values.js';

/** Statuses that a list can select; `new` and `regressed` are among `open`, `assigned` are the open ones of the caller. */
export const LISTED_STATUSES = ['open', 'new', 'regressed', 'assigned', 'resolved', 'ignored', 'all'] as const;

/** Query schemas of {@link IssuesQuery} besides range, environment and release. */
export const issueFilters = {
  ...zoneFields,
  status: {
    ...oneOf(...LISTED_STATUSES),
    default: 'all',
    description:
      '`new`: open, never resolved, first seen in the last 24 hours of the range. `regressed`: open, seen again after it was resolved. ' +
      '`assigned`: open and assigned to the caller.',
  },
  level: described(
    exceptionLevel,
    `Only exceptions of this level; an issue shows that of its last one. ${exceptionLevel.description}`,
  ),
  query: described(text(200), 'Part of the title or of the culprit, resolved or as sent; ignoring case.'),
  assignee: described(text(20), 'Id of a user, `me`, or `none`.'),
  tag: described(text(512), '`key:value`: only exceptions with this tag.'),
  user: described(text(512), 'Key of a project user: only exceptions of this user.'),
  url: described(text(512), 'Part of the address of the page or request: only exceptions there.'),
  firstRelease: described(text(LIMITS.maxRelease), 'Only issues that were first seen, ever, in this release.'),
};

/** The order of a list of issues. */
export const issueSort = {
  ...oneOf(...ISSUE_SORTS),
  default: 'lastSeen',
  description:
    '`newest`: by the first exception of all time. `trend`: by growth, exceptions in the second half of the range minus those in the first.',
};
