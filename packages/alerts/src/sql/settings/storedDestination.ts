import type { DestinationConfig, DestinationKind, DestinationSecrets, QuietHours } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import type { AlertDestinationFields } from '../../settings/destinationFields.js';
import { versionOf } from '../../settings/settingsVersion.js';
import { shownConfig } from '../../settings/shownTopic.js';

/** A row of {@link DESTINATIONS}. */
export interface StoredDestinationRow extends AlertDestinationFields {
  readonly id: string;
  readonly kind: DestinationKind;
  readonly config: DestinationConfig;
  /** Never leave the service; the API shows the host of a URL at most. */
  readonly secrets: DestinationSecrets;
  readonly quietHours: QuietHours | null;
  /** Deliveries in a row that failed permanently. */
  readonly failures: number;
  readonly pausedAt: Date | null;
  readonly pausedReason: string | null;
  readonly lastSentAt: Date | null;
  /** Addresses that got alerts before they had to confirm that, and until when they do. */
  readonly unconfirmed: readonly string[] | null;
  readonly unconfirmedUntil: Date | null;
  /** How many rules send to it. */
  readonly rules: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A destination that is not deleted. */
export interface StoredDestination extends StoredDestinationRow {
  /** Changes with every change that people make. */
  readonly version: string;
}

/** Selects {@link StoredDestinationRow}s; add conditions on `d`. */
export const DESTINATIONS: RawBuilder<StoredDestinationRow> = sql`
  select d.id, d.kind, d.name, d.config, d.secrets, d.quiet_hours as "quietHours", d.hourly_limit as "hourlyLimit",
    d.failures, d.paused_at as "pausedAt", d.paused_reason as "pausedReason", d.last_sent_at as "lastSentAt",
    d.unconfirmed, d.unconfirmed_until as "unconfirmedUntil",
    (select count(*)::int4 from alert_rules r left join projects p on p.id = r.project_id
      where r.organization_id = d.organization_id and d.id = any(r.destination_ids) and p.deleted_at is null) as rules,
    d.created_at as "createdAt", d.updated_at as "updatedAt"
  from alert_destinations d where d.deleted_at is null`;

/** Returns the destination of a row. What a delivery changes is not part of the version. */
export function destinationOf(row: StoredDestinationRow): StoredDestination {
  const { id, name, config, quietHours, hourlyLimit, updatedAt } = row;
  return { ...row, version: versionOf({ id, name, config, quietHours, hourlyLimit, updatedAt }) };
}

/** Returns the fields for the audit log, which contains no secret. */
export const auditedDestination = ({ name, config, quietHours, hourlyLimit }: AlertDestinationFields): object => ({
  name,
  config: shownConfig(config),
  hourlyLimit,
  quietHours: quietHours === null ? null : JSON.stringify(quietHours),
});
