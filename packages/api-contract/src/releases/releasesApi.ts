import { LIMITS } from '@sluice/contract';
import { listResponse } from '../list/listResponse.js';
import { pageFields, rangeFields, zoneFields } from '../list/listQuery.js';
import type { Descriptions } from '../description.js';
import { withAdditionalFields, described, listOf, named, nullable, object, optionalFields } from '../schema/shapes.js';
import { boolean, count, id, number, oneOf, text, time } from '../schema/values.js';

const TAG = 'Releases';
/** Maximum characters of `ref`. */
export const MAX_REF_LENGTH = 250;
/** Maximum characters of `url`. */
export const MAX_RELEASE_URL_LENGTH = 2_048;
const PAGE = { ...pageFields, ...rangeFields };

const releaseSchema = named(
  'Release',
  object({
    version: text(),
    ref: described(nullable(text()), 'Reference of the build or commit.'),
    url: nullable(text()),
    deployedAt: nullable(time),
    notes: nullable(text()),
    firstSeen: described(
      nullable(time),
      'Time of the first exception or upload; null if the release was only described.',
    ),
    lastSeen: described(
      nullable(time),
      'Time of the last exception or upload; null if the release was only described.',
    ),
    createdAt: time,
    exceptions: described(count, 'Exceptions stored with this release, of all time.'),
    newIssues: described(count, 'Issues first seen in this release.'),
    sourceMaps: count,
  }),
);

const fields = object(
  {
    version: described(text(LIMITS.maxRelease), 'The `release` that the SDK sends. Compared exactly.'),
    ref: described(text(MAX_REF_LENGTH), 'Reference of the build or commit.'),
    url: described(text(MAX_RELEASE_URL_LENGTH), 'http(s) URL of the build, deployment or commit.'),
    deployed_at: described(text(), 'ISO 8601.'),
    deployedAt: described(text(), 'Alternative spelling of `deployed_at`; send only one of them.'),
    notes: described(text(), 'Free text. The whole body may have 65,536 bytes.'),
  },
  ['ref', 'url', 'deployed_at', 'deployedAt', 'notes'],
);

/** Media types accepted for the description of a release. */
const RELEASE_BODIES = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'];

const changes = {
  ref: nullable(text(MAX_REF_LENGTH)),
  url: described(nullable(text(MAX_RELEASE_URL_LENGTH)), 'http(s) URL of the build, deployment or commit.'),
  deployedAt: described(nullable(text()), 'ISO 8601.'),
  notes: described(nullable(text()), 'Free text. The whole body may have 65,536 bytes.'),
};

const VERSION = {
  version: 'Percent-encoded: `shop%401.2.0`. Versions `.` and `..` cannot be addressed; find them in the list.',
};

const releaseIssueSchema = named(
  'ReleaseIssue',
  object({
    id,
    title: text(),
    culprit: described(nullable(text()), 'As sent, not resolved.'),
    level: text(),
    status: oneOf('open', 'resolved', 'ignored'),
    events: described(count, 'Of all time and all releases, like users.'),
    users: count,
    firstSeen: time,
    lastSeen: time,
  }),
);

const releaseFactsSchema = named(
  'ReleaseFacts',
  object({
    version: text(),
    from: described(time, 'Start of the hour in which it was first seen.'),
    to: time,
    hours: described(count, 'Hours from `from` to `to`.'),
    counted: described(
      boolean,
      'False while days of that time are not counted yet: exceptions and visits are too few.',
    ),
    exceptions: described(count, 'From `from` to `to`. So are visits.'),
    visits: described(count, 'Visits of people that began with this release.'),
    exceptionsPerHour: number,
    exceptionsPerVisit: described(nullable(number), 'Null without visits.'),
    newIssues: described(count, 'Issues first seen in this release, from `from` to `to`; at most 10,000.'),
    regressedIssues: described(
      count,
      'Resolved issues that an exception of this release reopened, which arrived from `from` to `to`; whatever became of them since.',
    ),
  }),
);

/** Documentation of the operations on releases, which the source map service serves. */
export const releasesApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/releases',
    tag: TAG,
    summary: 'List releases',
    description:
      'Sorted by last seen, latest first; a release that was only described counts as seen when it was created. `from` and `to` select releases last seen at or after `from` and first seen before `to`. ' +
      '`exceptions`, `newIssues`, `firstSeen` and `lastSeen` cover all time.',
    permission: 'releases:read',
    query: optionalFields({
      ...PAGE,
      query: described(text(LIMITS.maxRelease), 'Releases whose version contains this text, ignoring case.'),
    }),
    response: listResponse(releaseSchema),
  },
  describe: {
    scope: 'project',
    method: 'post',
    path: '/releases',
    tag: TAG,
    summary: 'Describe a release',
    description:
      '201 if the release was not known, 200 if it was. Only the fields that are sent change; an empty or null field is cleared. Unknown fields are ignored. 422 `invalid_field` names the field.',
    permission: 'releases:write',
    body: withAdditionalFields(fields),
    bodyTypes: RELEASE_BODIES,
    response: releaseSchema,
    createdStatus: 201,
    mayExist: true,
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/releases/{version}',
    tag: TAG,
    summary: 'Read a release',
    permission: 'releases:read',
    params: VERSION,
    response: releaseSchema,
  },
  change: {
    scope: 'project',
    method: 'patch',
    path: '/releases/{version}',
    tag: TAG,
    summary: 'Change the description of a release',
    description:
      'Only the fields that are sent change; null clears a field. 404 if the release is not known; 422 `invalid_field` names the field.',
    permission: 'releases:write',
    params: VERSION,
    body: optionalFields(changes),
    response: releaseSchema,
  },
  listIssues: {
    scope: 'project',
    method: 'get',
    path: '/releases/{version}/issues',
    tag: TAG,
    summary: 'List the issues first seen in a release',
    description:
      'Sorted by first seen, latest first; `from` and `to` are about that time. Merged issues are not listed.',
    permission: 'releases:read',
    params: VERSION,
    query: optionalFields(PAGE),
    response: listResponse(releaseIssueSchema),
  },
  readSeries: {
    scope: 'project',
    method: 'get',
    path: '/releases/{version}/series',
    tag: TAG,
    summary: 'Count the exceptions and visits of a release over time',
    description:
      'By hour for ranges up to 72 hours, otherwise by day; without a range, the last 24 hours. The range is widened to whole hours. Every bar of the range is listed, by time of arrival.',
    permission: 'releases:read',
    params: VERSION,
    query: optionalFields({ ...rangeFields, ...zoneFields }),
    response: object({
      interval: oneOf('hour', 'day'),
      from: time,
      to: time,
      data: listOf(
        object({
          time,
          exceptions: count,
          users: described(
            count,
            'Users with an exception in the bar: different ones of each hour or UTC day, added up.',
          ),
          visits: described(count, 'Visits of people that began in the bar.'),
        }),
      ),
    }),
  },
  compare: {
    scope: 'project',
    method: 'get',
    path: '/releases/{version}/comparison',
    tag: TAG,
    summary: 'Compare a release with the previous one',
    description:
      'Each from the hour in which it was first seen, over as many hours as the newer one was seen, at most two weeks. The previous release is the next lower version of the same package (`shop@1.2.0` before `shop@1.3.0`); ' +
      'of releases that are no versions, the one first seen before it. 404 if no exception or upload has had the release.',
    permission: 'releases:read',
    params: VERSION,
    response: object({ release: releaseFactsSchema, previous: nullable(releaseFactsSchema) }),
  },
} as const satisfies Descriptions;
