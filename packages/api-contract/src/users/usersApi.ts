import type { Descriptions } from '../description.js';
import { pageFields, rangeFields, environmentFields, zoneFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { optionalFields, described, named, object, nullable, listOf } from '../schema/shapes.js';
import { text, oneOf, count, id, time } from '../schema/values.js';
import { uncountedDays } from '../visits/uncountedDays.js';

const userFields = {
  key: described(id, 'Identity within the project: the identifying field and its value, such as `id:42`.'),
  id: nullable(text()),
  email: nullable(text()),
  username: nullable(text()),
  name: nullable(text()),
  ip: described(nullable(text()), 'Client address of the request.'),
  firstSeen: described(time, 'By event time.'),
  lastSeen: time,
};

/** Users have no release; their exceptions have an environment. */
const query = optionalFields({
  ...pageFields,
  ...rangeFields,
  environment: environmentFields.environment,
  query: described(text(200), 'Part of the key, email, username or name, ignoring case.'),
  sort: { ...oneOf('lastSeen', 'exceptions'), default: 'lastSeen' },
});

const listedUser = named(
  'User',
  object({
    ...userFields,
    exceptions: described(
      count,
      'In the range and the environment, by time of arrival: in whole hours, at most 400 days. Counted for the 1,000 users of a day, and the 100 of an hour, with the most exceptions.',
    ),
  }),
);

/** Operations on project users. */
export const usersApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/users',
    tag: 'Users',
    summary: 'List project users',
    description:
      'Sorted by last seen, latest first: `from` and `to` select users last seen at or after `from` and first seen before `to`, by event time, and a page scans up to 10,000 users. ' +
      'With `sort=exceptions`, users with exceptions that arrived in the range, the most first, of the environment if one is given; by last seen, users of all environments are listed. `firstSeen` and `lastSeen` cover all time.',
    permission: 'project:read',
    mayBeStale: true,
    query,
    response: listResponse(listedUser),
  },
  countAffected: {
    scope: 'project',
    method: 'get',
    path: '/user-impact',
    tag: 'Users',
    summary: 'Count the users affected by exceptions',
    description:
      'By time of arrival; the last 24 hours by default. The range is widened to whole hours. `data` has bars of an hour up to 72 hours, otherwise of a day.',
    permission: 'project:read',
    mayBeStale: true,
    query: optionalFields({ ...rangeFields, ...zoneFields, environment: environmentFields.environment }),
    response: object({
      interval: oneOf('hour', 'day'),
      from: time,
      to: time,
      users: described(count, 'Different users with an exception; at least so many if a day has more than 1,000.'),
      exceptions: count,
      withoutUser: described(count, 'Exceptions without a user.'),
      uncounted: uncountedDays,
      data: listOf(object({ time, exceptions: count, users: count })),
    }),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/users/{key}',
    tag: 'Users',
    summary: 'Read a project user',
    description: 'Includes the issues that affected the user, latest first, at most 100.',
    permission: 'project:read',
    mayBeStale: true,
    params: { key: 'Key of the user, percent-encoded.' },
    query: optionalFields(rangeFields),
    response: named(
      'UserDetail',
      object({
        ...userFields,
        exceptions: described(count, 'In the range, as in the list of users; without a range, of the last 24 hours.'),
        issues: listOf(object({ id, title: text(), lastSeen: time })),
      }),
    ),
  },
} as const satisfies Descriptions;
