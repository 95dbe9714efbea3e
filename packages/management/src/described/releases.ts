import { LIMITS } from '@sluice/contract';
import { listAnswer } from '../list/listAnswer.js';
import { listQuery, optionalFields, rangeFields } from '../list/listQuery.js';
import type { RouteDescription } from '../route.js';
import { andOthers, described, named, nullable, object } from '../schema/shapes.js';
import { count, text, time } from '../schema/values.js';

const TAG = 'Releases';
/** Characters of `ref`. */
export const LONGEST_REF = 250;
/** Characters of `url`. */
export const LONGEST_LINK = 2_048;
const { limit, cursor } = listQuery().properties;
const PAGE = { ...(limit === undefined || cursor === undefined ? {} : { limit, cursor }), ...rangeFields };

const releaseSchema = named(
  'Release',
  object({
    version: text(),
    ref: described(nullable(text()), 'Of the build or commit.'),
    url: nullable(text()),
    deployedAt: nullable(time),
    notes: nullable(text()),
    firstSeen: described(nullable(time), 'The earliest exception or upload; null where it was only described.'),
    lastSeen: described(nullable(time), 'The latest exception or upload; null where it was only described.'),
    createdAt: time,
    exceptions: described(count, 'Stored with it, ever.'),
    newIssues: described(count, 'Issues that were first seen in it.'),
    sourceMaps: count,
  }),
);

const fields = object(
  {
    version: described(text(LIMITS.maxRelease), "The SDK's `release`, character for character."),
    ref: described(text(LONGEST_REF), 'Of the build or commit.'),
    url: described(text(LONGEST_LINK), 'http(s) link to the build, deploy or commit.'),
    deployed_at: described(text(), 'ISO 8601.'),
    deployedAt: described(text(), 'The same as `deployed_at`; send one of them.'),
    notes: described(text(), 'As long as the body may be: 65,536 bytes in all.'),
  },
  ['ref', 'url', 'deployed_at', 'deployedAt', 'notes'],
);

/** Media types of a description. */
const RELEASE_BODIES = ['multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'];

/** Operations on releases, as they are documented; the service of the source maps answers them. */
export const describedReleases = {
  list: {
    method: 'get',
    path: '/releases',
    tag: TAG,
    summary: 'List releases',
    description:
      'Last seen first; one that was only described counts as seen when it was made. `from` and `to`: last seen at or after, first seen before; ' +
      '`exceptions`, `newIssues`, `firstSeen` and `lastSeen` are of all time.',
    scope: ['project:releases', 'project:read'],
    query: optionalFields({
      ...PAGE,
      query: described(text(LIMITS.maxRelease), 'Whose version contains this, upper and lower case alike.'),
    }),
    answer: listAnswer(releaseSchema),
  },
  describe: {
    method: 'post',
    path: '/releases',
    tag: TAG,
    summary: 'Describe a release',
    description:
      '201 where it was not known, 200 where it was. Only what is sent is written; what is sent empty, or null, is cleared. Fields of other names are ignored. 422 `invalid_field` names the field.',
    scope: 'project:releases',
    body: andOthers(fields),
    bodyTypes: RELEASE_BODIES,
    answer: releaseSchema,
    created: 201,
    mayExist: true,
  },
  read: {
    method: 'get',
    path: '/releases/{version}',
    tag: TAG,
    summary: 'Read a release',
    scope: ['project:releases', 'project:read'],
    params: {
      version: 'Percent-encoded: `shop%401.2.0`. No address can hold `.` and `..`: they are found in the list.',
    },
    answer: releaseSchema,
  },
} as const satisfies Readonly<Record<string, RouteDescription>>;
