import { addKey, disableKey, listKeys, type ProjectKey } from '@sluice/db';
import {
  type ApiProject,
  type Route,
  defineRoute,
  described,
  listAnswer,
  named,
  nullable,
  object,
  text,
  time,
} from '@sluice/management';
import { dsnOf } from './dsnOf.js';

const LONGEST_LABEL = 100;

const key = named(
  'Key',
  object({
    key: described(text(), 'Public: it can send events, nothing else.'),
    label: text(),
    dsn: described(text(), 'What an SDK is given.'),
    createdAt: time,
    disabledAt: described(nullable(time), 'null while it works.'),
  }),
);

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

const toWire = (found: ProjectKey, baseUrl: string): unknown => ({
  key: found.key,
  label: found.label,
  dsn: dsnOf(found.key, baseUrl),
  createdAt: found.createdAt.toISOString(),
  disabledAt: found.disabledAt?.toISOString() ?? null,
});

const readKeys = defineRoute({
  method: 'get',
  path: '/keys',
  tag: 'Keys',
  summary: 'List keys',
  description: 'Oldest first, disabled ones included; always one page.',
  scope: 'project:read',
  answer: listAnswer(key),
  handle: async (_request, { db, project, baseUrl }) => {
    const keys = await listKeys(db, refOf(project));
    return { body: { data: keys.map((one) => toWire(one, baseUrl)), next: null, scannedTo: null } };
  },
});

const makeKey = defineRoute<unknown, { readonly label: string }, unknown>({
  method: 'post',
  path: '/keys',
  tag: 'Keys',
  summary: 'Make a key',
  description: 'Gateways know it within two seconds. 409 where the project has 1,000.',
  scope: 'project:admin',
  body: object({ label: { ...text(LONGEST_LABEL), default: '' } }, ['label']),
  answer: key,
  created: 201,
  handle: async ({ body }, { db, project, baseUrl }) => ({
    status: 201,
    body: toWire(await addKey(db, refOf(project), body.label), baseUrl),
  }),
});

const stopKey = defineRoute({
  method: 'delete',
  path: '/keys/{key}',
  tag: 'Keys',
  summary: 'Disable a key',
  description: 'For good: what is sent with it gets a 401 within two seconds. What it sent before stays.',
  scope: 'project:admin',
  params: { key: '32 hex digits.' },
  handle: async ({ params }, { db, project }) => {
    await disableKey(db, refOf(project), params['key'] ?? '');
    return { status: 204, body: undefined };
  },
});

/** Operations on a project's keys. */
export const keysRoutes: readonly Route[] = [readKeys, makeKey, stopKey];
