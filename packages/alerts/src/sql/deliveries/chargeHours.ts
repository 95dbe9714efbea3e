import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import type { DestinationKey } from './destination.js';

/** Messages that a destination would get now. */
export interface HourDemand extends DestinationKey {
  /** At least one. */
  readonly messages: number;
  /** Messages of a UTC hour. */
  readonly limit: number;
}

/**
 * Counts messages of destinations in the present UTC hour, and returns how many of each its hourly limit permits; those without any
 * left may be left out. The rows are locked until the transaction ends: give each destination once, in the order of their ids.
 */
export async function chargeHours(tx: Tx, demands: readonly HourDemand[]): Promise<ReadonlyMap<string, number>> {
  const granted = await grantAllOrNone(tx, demands);
  const refused = demands.filter(({ destinationId, messages }) => messages > 1 && !granted.has(destinationId));
  // A refusal locks the row, too: what is left cannot be taken before it is granted below.
  return new Map([...granted, ...(await grantAllOrNone(tx, await readLeft(tx, refused)))]);
}

/** Grants each demand as a whole or not at all. A demand above the limit of its destination is cut to the limit. */
async function grantAllOrNone(tx: Tx, demands: readonly HourDemand[]): Promise<ReadonlyMap<string, number>> {
  const fitting = demands.flatMap(({ messages, ...demand }) => {
    const most = Math.min(messages, demand.limit);
    return most < 1 ? [] : [{ ...demand, messages: most }];
  });
  if (fitting.length === 0) return new Map();
  const ids = fitting.map(({ destinationId }) => destinationId);
  const { rows } = await sql<{ destination_id: string }>`
    insert into alert_destination_hours as h (organization_id, destination_id, hour, sent)
    select n.organization_id, n.destination_id, hour_of(now()), n.messages from ${unnest('n', {
      organization_id: ['int8', fitting.map(({ organizationId }) => organizationId)],
      destination_id: ['int8', ids],
      messages: ['int4', fitting.map(({ messages }) => messages)],
    })}
    on conflict (organization_id, destination_id, hour) do update set sent = h.sent + excluded.sent
    where h.sent + excluded.sent <=
      (${fitting.map(({ limit }) => limit)}::int4[])[array_position(${ids}::int8[], h.destination_id)]
    returning destination_id`.execute(tx.kysely);
  const spent = new Set(rows.map((row) => row.destination_id));
  return new Map(
    fitting.flatMap(({ destinationId, messages }) => (spent.has(destinationId) ? [[destinationId, messages]] : [])),
  );
}

/** Returns the part of demands that their hours have left. */
async function readLeft(tx: Tx, demands: readonly HourDemand[]): Promise<readonly HourDemand[]> {
  if (demands.length === 0) return [];
  const { rows } = await sql<{ destination_id: string; sent: number }>`
    select h.destination_id, h.sent from ${unnest('n', {
      organization_id: ['int8', demands.map(({ organizationId }) => organizationId)],
      destination_id: ['int8', demands.map(({ destinationId }) => destinationId)],
    })}
    join alert_destination_hours h on h.organization_id = n.organization_id and h.destination_id = n.destination_id
    where h.hour = hour_of(now())`.execute(tx.kysely);
  const sent = new Map(rows.map((row) => [row.destination_id, row.sent]));
  return demands.map((demand) => ({ ...demand, messages: demand.limit - (sent.get(demand.destinationId) ?? 0) }));
}
