import { named, object, described, nullable, mapOf } from '../schema/shapes.js';
import { text, time, count, anyInteger, id, oneOf } from '../schema/values.js';

const events = described(mapOf(anyInteger), 'Number of erased events by type, so far.');

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
