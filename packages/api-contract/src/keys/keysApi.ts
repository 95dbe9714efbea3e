import { KEY_KINDS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, nullable } from '../schema/shapes.js';
import { text, time, oneOf } from '../schema/values.js';

const LONGEST_LABEL = 100;

const kind = described(
  oneOf(...KEY_KINDS),
  '`public`: for pages and apps; the origin is checked. `server`: a secret for servers. It needs no allowed domain, is refused in browsers, and a public key cannot overwrite the email, user name or name that a server key has set for a user.',
);

const key = named(
  'Key',
  object({
    kind,
    key: described(
      text(),
      'Can only send events. A server key is shown in full only in the response that created it; later only its first 16 characters.',
    ),
    label: text(),
    dsn: described(nullable(text()), 'DSN for the SDK of Sluice; null if the key is not shown in full.'),
    sentryDsn: described(
      nullable(text()),
      'DSN for SDKs of Sentry; null if the key is not shown in full. With a server key, only for SDKs that send the key in a header: those for JavaScript, Node included, get 401.',
    ),
    createdAt: time,
    disabledAt: described(nullable(time), 'null if the key is enabled.'),
  }),
);

/** Operations on a project's keys. */
export const keysApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/keys',
    tag: 'Keys',
    summary: 'List keys',
    description:
      'Oldest first, including disabled keys; always one page. Server keys show only their first 16 characters.',
    permission: 'project:read',
    response: listResponse(key),
  },
  create: {
    scope: 'project',
    method: 'post',
    path: '/keys',
    tag: 'Keys',
    summary: 'Create a key',
    description:
      'Gateways accept it within two seconds. This is the only response that shows a server key in full. 409 if the project already has 1,000 keys.',
    permission: 'keys:write',
    body: object({ label: { ...text(LONGEST_LABEL), default: '' }, kind: { ...kind, default: 'public' } }, [
      'label',
      'kind',
    ]),
    response: key,
    createdStatus: 201,
  },
  disable: {
    scope: 'project',
    method: 'delete',
    path: '/keys/{key}',
    tag: 'Keys',
    summary: 'Disable a key',
    description: 'For good: what is sent with it gets a 401 within two seconds. What it sent before stays.',
    permission: 'keys:write',
    params: { key: '32 hex digits, or the first 16 characters of a server key.' },
  },
} as const satisfies Descriptions;
