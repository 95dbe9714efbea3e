import type { Migration } from './migration.js';

/**
 * What waits for each destination, so that a claim finds its next deliveries however many wait for others; and how many claims of a
 * delivery in a row were left over by processes that died.
 */
export const deliveryTurns: Migration = {
  name: '0034-delivery-turns',
  indexes: [
    {
      name: 'alert_deliveries_turns',
      table: 'alert_deliveries',
      on: `(project_id, destination_id, next_at) where state = 'waiting'`,
    },
  ],
  statements: () => ['alter table alert_deliveries add column lost_claims integer not null default 0'],
};
