import { AUDIT_ACTIONS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { pageFields, rangeFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, nullable, mapOf, optionalFields } from '../schema/shapes.js';
import { id, time, oneOf, text, anyValue } from '../schema/values.js';

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

/** The audit log of an organization. */
export const auditApi = {
  list: {
    scope: 'organization',
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
  },
} as const satisfies Descriptions;
