import type { Migration } from './migration.js';

/** The destination of a delivery that is sent after it was deleted: an `AlertDestination`. NULL: the row of the destination says it. */
export const deliveryTarget: Migration = {
  name: '0036-delivery-target',
  statements: () => ['alter table alert_deliveries add column target json'],
};
