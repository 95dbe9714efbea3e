import type { Erasure, OrganizationErasure } from '@sluice/erasure';
import { count, described, id, mapOf, named, nullable, object, oneOf, text, time } from '@sluice/management';

const events = described(mapOf({ type: 'integer' }), 'Number of erased events by type, so far.');

/** Schema of {@link erasureWire}. */
export const erasure = named(
  'Erasure',
  object({
    id,
    kind: oneOf('user', 'project'),
    user: described(
      nullable(text()),
      'Key of the user; null for a project, and once late events can no longer arrive.',
    ),
    project: described(nullable(text()), 'The slug that an erased project had; null for a user.'),
    before: described(nullable(time), 'Events that arrived before are erased; null: all.'),
    requestedBy: text(),
    requestedAt: time,
    state: described(oneOf('waiting', 'running', 'done'), 'After `done`, late events of the same time are not stored.'),
    finishedAt: nullable(time),
    events,
  }),
);

/** Returns an erasure as the API answers it. */
export const erasureWire = (one: Erasure) => ({
  id: one.id,
  kind: one.kind,
  user: one.userKey,
  project: one.slug,
  before: one.before?.toISOString() ?? null,
  requestedBy: one.requestedBy,
  requestedAt: one.requestedAt.toISOString(),
  state: one.state,
  finishedAt: one.finishedAt?.toISOString() ?? null,
  events: one.events,
});

/** Schema of {@link organizationErasureWire}. */
export const organizationErasure = named(
  'OrganizationErasure',
  object({
    organization: described(text(), 'The slug that it had.'),
    requestedBy: text(),
    requestedAt: time,
    finishedAt: described(nullable(time), 'When nothing of its projects was stored any more.'),
    projects: described(count, 'Projects that it had, deleted ones too.'),
    projectsDone: described(count, 'Those of which nothing is stored any more.'),
    events,
  }),
);

/** Returns an erasure of an organization as the API answers it. */
export const organizationErasureWire = ({ requestedAt, finishedAt, ...one }: OrganizationErasure) => ({
  ...one,
  requestedAt: requestedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
