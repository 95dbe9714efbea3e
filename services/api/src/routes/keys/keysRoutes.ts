import { KEY_KINDS, type KeyKind } from '@sluice/contract';
import { addKey, disableKey, listKeys, type ProjectKey } from '@sluice/db';
import {
  type ApiProject,
  type Route,
  defineRoute,
  described,
  listResponse,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
} from '@sluice/management';
import { dsnOf } from './dsnOf.js';

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
    dsn: described(nullable(text()), 'DSN for the SDK; null if the key is not shown in full.'),
    createdAt: time,
    disabledAt: described(nullable(time), 'null if the key is enabled.'),
  }),
);

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

/** @param text the full key; `undefined` for a server key that was already shown */
const toWire = (found: ProjectKey, text: string | undefined, baseUrl: string): unknown => ({
  kind: found.kind,
  key: text ?? found.key,
  label: found.label,
  dsn: text === undefined ? null : dsnOf(text, baseUrl),
  createdAt: found.createdAt.toISOString(),
  disabledAt: found.disabledAt?.toISOString() ?? null,
});

const readKeys = defineRoute({
  method: 'get',
  path: '/keys',
  tag: 'Keys',
  summary: 'List keys',
  description:
    'Oldest first, including disabled keys; always one page. Server keys show only their first 16 characters.',
  permission: 'project:read',
  response: listResponse(key),
  handle: async (_request, { db, project, baseUrl }) => {
    const keys = await listKeys(db, refOf(project));
    return {
      body: {
        data: keys.map((one) => toWire(one, one.kind === 'public' ? one.key : undefined, baseUrl)),
        next: null,
        scannedTo: null,
      },
    };
  },
});

const makeKey = defineRoute<unknown, { readonly label: string; readonly kind: KeyKind }, unknown>({
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
  handle: async ({ body: { label, kind: kindOfKey } }, { db, project, baseUrl, actor }) => {
    const made = await addKey(db, refOf(project), { label, kind: kindOfKey, actor });
    return { status: 201, body: toWire(made, made.text, baseUrl) };
  },
});

const stopKey = defineRoute({
  method: 'delete',
  path: '/keys/{key}',
  tag: 'Keys',
  summary: 'Disable a key',
  description: 'For good: what is sent with it gets a 401 within two seconds. What it sent before stays.',
  permission: 'keys:write',
  params: { key: '32 hex digits, or the first 16 characters of a server key.' },
  handle: async ({ params }, { db, project, actor }) => {
    await disableKey(db, refOf(project), params['key'] ?? '', actor);
    return { status: 204, body: undefined };
  },
});

/** Operations on a project's keys. */
export const keysRoutes: readonly Route[] = [readKeys, makeKey, stopKey];
