import type { Migration } from './migration.js';
import { UPDATED_OFTEN } from './updatedOften.js';

/**
 * What addresses of mail have said: that they want the alerts of an organization, or want none. `organization_id` 0: of any. An address is
 * stored as a hash (`mailAddress.ts`). The list cannot be read as addresses, but the hash has no secret: whoever reads the table can test
 * whether a given address is in it.
 *
 * Addresses that get alerts now have `unconfirmed_until` to confirm that; then they get none. See decision 0167.
 */
export const alertAddresses: Migration = {
  name: '0043-alert-addresses',
  statements: () => [
    `create table alert_addresses (
       organization_id bigint not null,
       address text collate "C" not null,
       confirmed_at timestamptz,
       unsubscribed_at timestamptz,
       asked integer not null default 0,
       asked_at timestamptz,
       primary key (organization_id, address)
     )`,
    `create table alert_mail_counts (
       kind text collate "C" not null,
       key text collate "C" not null,
       starts_at timestamptz not null,
       sent integer not null,
       primary key (kind, key, starts_at)
     ) ${UPDATED_OFTEN}`,
    `create index alert_mail_counts_starts on alert_mail_counts (starts_at)`,
    `alter table alert_destinations add column unconfirmed jsonb, add column unconfirmed_until timestamptz`,
    `update alert_destinations set unconfirmed = config -> 'addresses', unconfirmed_until = now() + interval '30 days'
     where kind = 'email' and deleted_at is null and last_sent_at is not null`,
  ],
};
