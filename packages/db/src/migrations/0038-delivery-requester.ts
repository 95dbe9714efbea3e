import type { Migration } from './migration.js';

/** The user who asked for a test: the one of a destination to assignees goes to them. NULL: no user asked. */
export const deliveryRequester: Migration = {
  name: '0038-delivery-requester',
  statements: () => ['alter table alert_deliveries add column requested_by bigint'],
};
