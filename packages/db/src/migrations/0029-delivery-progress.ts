import type { Migration } from './migration.js';

/**
 * What is settled of a delivery whose receivers take it in parts, such as the recipients of a mail: by the key of the part, `null` if it
 * was accepted, or why it was refused for good. NULL: nothing is.
 */
export const deliveryProgress: Migration = {
  name: '0029-delivery-progress',
  statements: () => [`alter table alert_deliveries add column progress jsonb`],
};
