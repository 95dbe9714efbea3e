import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';

/** What happens to notices of a destination: one of the three. */
export interface ComposedNotices {
  readonly destinationId: string;
  readonly firingIds: readonly string[];
  /** The delivery that they are in. */
  readonly delivery?: { readonly id: string; readonly organizationId: string };
  /** When they are due instead, milliseconds since 1970. */
  readonly dueMs?: number;
  /** The destination is deleted. */
  readonly isDropped?: true;
}

/** The delivery of notices whose destination was deleted: nothing is sent. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Stores the deliveries and what happens to the notices, which the transaction has locked. */
export async function storeComposed(tx: Tx, projectId: string, composed: readonly ComposedNotices[]): Promise<void> {
  const made = composed.flatMap(({ destinationId, delivery }) =>
    delivery === undefined ? [] : [{ ...delivery, destinationId }],
  );
  const notices = composed.flatMap(({ destinationId, firingIds, delivery, dueMs, isDropped }) => {
    const deliveryId = isDropped === true ? NOBODY : (delivery?.id ?? null);
    const dueAt = dueMs === undefined ? null : new Date(dueMs).toISOString();
    return firingIds.map((firingId) => ({ destinationId, firingId, deliveryId, dueAt }));
  });
  await sql`
    with made as (
      insert into alert_deliveries (project_id, id, organization_id, destination_id)
      select ${projectId}::int8, d.id, d.organization_id, d.destination_id from ${unnest('d', {
        id: ['uuid', made.map(({ id }) => id)],
        organization_id: ['int8', made.map(({ organizationId }) => organizationId)],
        destination_id: ['int8', made.map(({ destinationId }) => destinationId)],
      })})
    update alert_notices t set delivery_id = n.delivery_id, due_at = coalesce(n.due_at, t.due_at)
    from ${unnest('n', {
      destination_id: ['int8', notices.map(({ destinationId }) => destinationId)],
      firing_id: ['uuid', notices.map(({ firingId }) => firingId)],
      delivery_id: ['uuid', notices.map(({ deliveryId }) => deliveryId)],
      due_at: ['timestamptz', notices.map(({ dueAt }) => dueAt)],
    })}
    where t.project_id = ${projectId}::int8 and t.destination_id = n.destination_id and t.firing_id = n.firing_id`.execute(
    tx.kysely,
  );
}
