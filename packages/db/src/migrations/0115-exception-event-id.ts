import type { Migration } from './migration.js';

/**
 * Exceptions by the id that their program knows them by, the context `event.id`, newest first. The context itself is indexed, so
 * that no worker has to copy it: exceptions of foreign SDKs have it, most others do not. Clients choose it, so that
 * longer ones, which an index could not hold, are left out.
 */
export const exceptionEventId: Migration = {
  name: '0115-exception-event-id',
  indexes: [
    {
      name: 'exceptions_event_id',
      table: 'exceptions',
      on: `(project_id, (contexts ->> 'event.id'), id) where length(contexts ->> 'event.id') <= 128`,
    },
  ],
  statements: () => [],
};
