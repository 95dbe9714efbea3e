import { LIMITS } from '@sluice/contract';
import { listResponse } from '../list/listResponse.js';
import { listQuery, optionalFields, rangeFields } from '../list/listQuery.js';
import type { RouteDescription } from '../route.js';
import { withAdditionalFields, described, named, nullable, object } from '../schema/shapes.js';
import { count, text, time } from '../schema/values.js';

const TAG = 'Releases';
/** Maximum characters of `ref`. */
export const MAX_REF_LENGTH = 250;
/** Maximum characters of `url`. */
export const MAX_RELEASE_URL_LENGTH = 2_048;
const { limit, cursor } = listQuery().properties;
const PAGE = { ...(limit === undefined || cursor === undefined ? {} : { limit, cursor }), ...rangeFields };

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

/** Documentation of the operations on releases. The source map service serves them. */
export const releaseDescriptions = {
  list: {
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
    method: 'get',
    path: '/releases/{version}',
    tag: TAG,
    summary: 'Read a release',
    permission: 'releases:read',
    params: {
      version: 'Percent-encoded: `shop%401.2.0`. Versions `.` and `..` cannot be addressed; find them in the list.',
    },
    response: releaseSchema,
  },
} as const satisfies Readonly<Record<string, RouteDescription>>;
