import type { Descriptions } from '../description.js';
import { described, listOf, named, nullable, object } from '../schema/shapes.js';
import { id, text, time } from '../schema/values.js';

const PATH = '/organizations/{org}/alerts/maintenance';

const window = named(
  'MaintenanceWindow',
  object({
    id,
    project: described(nullable(text()), 'Slug; null: all projects, and what concerns the organization as a whole.'),
    from: time,
    to: time,
    reason: text(),
    createdBy: described(text(), 'Name at that time.'),
  }),
);

/** Maintenance windows of an organization. */
export const maintenanceApi = {
  list: {
    scope: 'organization',
    method: 'get',
    path: PATH,
    tag: 'Alerts',
    summary: 'List maintenance windows',
    description: 'Latest end first, past ones included; at most 200, always one page.',
    permission: 'project:read',
    response: object({ data: listOf(window) }),
  },
  create: {
    scope: 'organization',
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Create a maintenance window',
    description: 'Firings within it are only counted. At most 90 days.',
    permission: 'alerts:write',
    body: object(
      {
        project: { ...nullable(text(63)), default: null, description: 'Slug; null: all projects.' },
        from: described(text(64), 'ISO 8601.'),
        to: described(text(64), 'ISO 8601.'),
        reason: { ...text(500), default: '' },
      },
      ['project', 'reason'],
    ),
    createdStatus: 201,
    response: window,
  },
  remove: {
    scope: 'organization',
    method: 'delete',
    path: `${PATH}/{windowId}`,
    tag: 'Alerts',
    summary: 'Delete a maintenance window',
    description: 'Ends it, if it is under way.',
    permission: 'alerts:write',
    params: { windowId: 'The window’s id.' },
  },
} as const satisfies Descriptions;
