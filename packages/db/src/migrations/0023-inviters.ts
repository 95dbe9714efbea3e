import type { Migration } from './migration.js';

/** Invitations end with the membership of whoever made them; null: an operator, or made before. */
export const inviters: Migration = {
  name: '0023-inviters',
  statements: () => [`alter table links add column inviter_id bigint references users`],
};
