import { AUDIT_ACTIONS, listAudit, type AuditAction, type AuditLine } from '@sluice/db';
import {
  anyValue,
  ApiError,
  defineOrganizationRoute,
  described,
  id,
  listResponse,
  mapOf,
  named,
  nullable,
  object,
  oneOf,
  optionalFields,
  rangeFields,
  readRange,
  text,
  time,
  type OrganizationRoute,
} from '@sluice/management';
import { bySlug, pageFields, slugAfter, type PageQuery } from './slugPage.js';

interface AuditQuery extends PageQuery {
  readonly action?: AuditAction;
  readonly userId?: string;
  readonly project?: string;
  readonly from?: string;
  readonly to?: string;
}

const values = nullable(mapOf(anyValue));

const line = named(
  'AuditEntry',
  object({
    id,
    at: time,
    actor: object({
      kind: oneOf('user', 'token', 'operator'),
      label: described(text(), 'Name at that time.'),
      email: described(nullable(text()), 'Address of the user now, also of the user of a token; null for an operator.'),
      userId: nullable(id),
      tokenId: nullable(id),
    }),
    action: oneOf(...AUDIT_ACTIONS),
    target: text(),
    project: described(nullable(text()), 'Slug; null for changes of the organization.'),
    before: described(values, 'Changed values before the change.'),
    after: described(values, 'Changed values after the change.'),
  }),
);

const toWire = ({ at, ...rest }: AuditLine) => ({ ...rest, at: at.toISOString() });

const list = defineOrganizationRoute<AuditQuery, unknown, unknown>({
  method: 'get',
  path: '/organizations/{org}/audit',
  tag: 'Organization',
  summary: 'List changes',
  description: 'Who changed which setting, key, member or token; latest first. Secrets are never recorded.',
  permission: 'audit:read',
  query: optionalFields({
    ...pageFields,
    ...rangeFields,
    action: described(oneOf(...AUDIT_ACTIONS), 'Only changes of this kind.'),
    userId: described(text(18), 'Only changes of this user, and of tokens of the user.'),
    project: described(text(63), 'Only changes of this project.'),
  }),
  response: listResponse(line),
  handle: async ({ query }, { db, organization }) => {
    const page = { list: 'audit', limit: query.limit, organization };
    const { userId, action, project } = query;
    if (userId !== undefined && !/^\d+$/.test(userId)) throw new ApiError(400, 'bad_query', 'userId must be an id.');
    const range = readRange(query);
    const filter = { action, userId, project, ...range, limit: query.limit + 1, after: slugAfter(query, page) };
    const { rows, next } = bySlug(await listAudit(db, organization.id, filter), page, (one) => one.id);
    return { body: { data: rows.map(toWire), next, scannedTo: null } };
  },
});

/** The audit log of an organization. */
export const auditRoutes: readonly OrganizationRoute[] = [list];
