import type { Actor, DestinationKind, DestinationSecrets } from '@sluice/contract';
import { sql } from 'kysely';
import {
  type AuditAction,
  type AuditEntry,
  type Database,
  found,
  inTransaction,
  type Queryable,
  settingsDiff,
  TenancyError,
  type Tx,
  writeAudit,
} from '@sluice/db';
import { closeDestination } from '../deliveries/closeDestination.js';
import { readDestinations } from '../deliveries/destination.js';
import {
  auditedDestination,
  destinationOf,
  DESTINATIONS,
  type StoredDestination,
  type StoredDestinationRow,
} from './storedDestination.js';
import {
  NEW_DESTINATION,
  readDestinationFields,
  type AlertDestinationInput,
  type DestinationBefore,
  type TargetCheck,
} from '../../settings/destinationFields.js';
import { followAddresses } from './followAddresses.js';
import { isRowId } from '../rowId.js';
import type { AlertChange } from './rules.js';
import { assertVersion } from '../../settings/settingsVersion.js';

/** A destination of an organization. */
export interface DestinationRef {
  readonly organizationId: string;
  readonly id: string;
}

/** A change that may set the target of a destination. */
interface TargetChange extends AlertChange {
  readonly check: TargetCheck;
}

/** The most destinations of an organization; of two requests at the same time, both may pass the last place. */
const MAX_DESTINATIONS = 50;

/** The current signing secret and the one before it. */
const MAX_SIGNING_SECRETS = 2;

const NO_DESTINATION = 'there is no such destination';

/** Returns the destinations of an organization, oldest first. */
export async function listDestinations(db: Queryable, organizationId: string): Promise<readonly StoredDestination[]> {
  const { rows } = await sql<StoredDestinationRow>`
    ${DESTINATIONS} and d.organization_id = ${organizationId}::int8 order by d.id`.execute(db.kysely);
  return rows.map(destinationOf);
}

/** Returns one destination. @throws TenancyError `not_found`, also if it is deleted */
export async function readDestination(
  db: Queryable,
  { organizationId, id }: DestinationRef,
): Promise<StoredDestination> {
  const { rows } = isRowId(id)
    ? await sql<StoredDestinationRow>`
        ${DESTINATIONS} and d.organization_id = ${organizationId}::int8 and d.id = ${id}::int8`.execute(db.kysely)
    : { rows: [] };
  return destinationOf(found(rows[0], NO_DESTINATION));
}

/** A new destination. */
interface NewDestination {
  readonly organizationId: string;
  readonly kind: DestinationKind;
  readonly input: AlertDestinationInput;
}

/** Creates a destination. @throws TenancyError `invalid`, or `exists` if the organization has the most */
export function createDestination(
  db: Database,
  { organizationId, kind, input }: NewDestination,
  { actor, check }: Omit<TargetChange, 'ifVersion'>,
): Promise<StoredDestination> {
  const made = readDestinationFields({ ...NEW_DESTINATION, kind, secrets: {} }, input, check);
  return inTransaction(db, async (tx) => {
    if ((await listDestinations(tx, organizationId)).length >= MAX_DESTINATIONS) {
      const message = `the organization has ${MAX_DESTINATIONS} destinations, which is the limit; delete one first`;
      throw new TenancyError('exists', message);
    }
    const { id } = await tx.kysely
      .insertInto('alert_destinations')
      .values({ organization_id: organizationId, kind, ...columnsOf(made) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await followAddresses(tx, organizationId, await readDestination(tx, { organizationId, id }));
    const { after } = settingsDiff({}, { kind, ...auditedDestination(made) });
    await audit(tx, { organizationId, id }, { actor, action: 'alert_destination.create', target: made.name, after });
    return readDestination(tx, { organizationId, id });
  });
}

/** Changes the given fields of a destination; secrets that are not given stay. @throws TenancyError `not_found`, `invalid` or `changed` */
export function updateDestination(
  db: Database,
  ref: DestinationRef,
  input: AlertDestinationInput,
  { actor, check, ifVersion }: TargetChange,
): Promise<StoredDestination> {
  return inTransaction(db, async (tx) => {
    const before = await lockDestination(tx, ref, ifVersion);
    const made = readDestinationFields(before, input, check);
    await write(tx, ref, columnsOf(made));
    await followAddresses(tx, ref.organizationId, await readDestination(tx, ref));
    const diff = settingsDiff(auditedDestination(before), auditedDestination(made));
    const changed = changedSecrets(before, made);
    const after = { ...diff.after, ...(changed.length === 0 ? {} : { secretsChanged: changed }) };
    if (Object.keys(after).length > 0) {
      const { before: old } = diff;
      await audit(tx, ref, { actor, action: 'alert_destination.change', target: made.name, before: old, after });
    }
    return readDestination(tx, ref);
  });
}

/**
 * Deletes a destination: rules no longer send to it, what waits for it ends, its open incidents are closed, and its secrets are erased, except
 * the key of links in mail that was sent. Locks the destination before the rules: see `lockDestinations`.
 * @throws TenancyError `not_found` or `changed`
 */
export function deleteDestination(db: Database, ref: DestinationRef, { actor, ifVersion }: AlertChange): Promise<void> {
  return inTransaction(db, async (tx) => {
    const before = await lockDestination(tx, ref, ifVersion);
    const { organizationId, id } = ref;
    const destination = (await readDestinations(tx, [id])).get(id);
    await sql`
      update alert_destinations set deleted_at = now(), secrets = case when kind in ('members', 'email') then secrets else '{}' end
      where organization_id = ${organizationId}::int8 and id = ${id}::int8`.execute(tx.kysely);
    if (destination !== undefined) await closeDestination(tx, destination);
    await sql`
      update alert_rules set destination_ids = array_remove(destination_ids, ${id}::int8), updated_at = now()
      where organization_id = ${organizationId}::int8 and ${id}::int8 = any(destination_ids)`.execute(tx.kysely);
    const { after: old } = settingsDiff({}, { kind: before.kind, ...auditedDestination(before) });
    await audit(tx, ref, { actor, action: 'alert_destination.delete', target: before.name, before: old });
  });
}

/**
 * Adds a signing secret that signs first; the one before it signs as well until it is removed.
 * @throws TenancyError `not_found`, `invalid` if the kind signs nothing, or `exists` if there are two
 */
export function addSigningSecret(
  db: Database,
  ref: DestinationRef,
  secret: string,
  actor: Actor,
): Promise<StoredDestination> {
  return changeSigningSecrets(db, ref, actor, (secrets) => {
    if (secrets.length < MAX_SIGNING_SECRETS) return [secret, ...secrets];
    throw new TenancyError('exists', 'the destination has a previous signing secret; remove it first');
  });
}

/** Removes the signing secrets but the current one. @throws TenancyError `not_found`, or `invalid` if the kind signs nothing */
export const removePreviousSecrets = (db: Database, ref: DestinationRef, actor: Actor): Promise<StoredDestination> =>
  changeSigningSecrets(db, ref, actor, (secrets) => secrets.slice(0, 1));

function changeSigningSecrets(
  db: Database,
  ref: DestinationRef,
  actor: Actor,
  change: (secrets: readonly string[]) => readonly string[],
): Promise<StoredDestination> {
  return inTransaction(db, async (tx) => {
    const before = await lockDestination(tx, ref, undefined);
    if (before.kind !== 'webhook') throw new TenancyError('invalid', 'only destinations of the kind webhook sign');
    const { signingSecrets: old = [] } = before.secrets;
    const signingSecrets = change(old);
    await write(tx, ref, { secrets: JSON.stringify({ ...before.secrets, signingSecrets }) });
    await audit(tx, ref, {
      actor,
      action: 'alert_destination.rotate',
      target: before.name,
      before: { signingSecrets: old.length },
      after: { signingSecrets: signingSecrets.length },
    });
    return readDestination(tx, ref);
  });
}

const changedSecrets = (before: DestinationBefore, made: DestinationBefore): readonly string[] => [
  ...Object.keys(made.secrets).filter(
    (name) => made.secrets[name as keyof DestinationSecrets] !== before.secrets[name as keyof DestinationSecrets],
  ),
  ...(made.config.topic === before.config.topic ? [] : ['topic']),
];

const columnsOf = ({ name, config, secrets, quietHours, hourlyLimit }: DestinationBefore) => ({
  name,
  hourly_limit: hourlyLimit,
  config: JSON.stringify(config),
  secrets: JSON.stringify(secrets),
  quiet_hours: quietHours === null ? null : JSON.stringify(quietHours),
});

/** `clock_timestamp`: of two changes in one transaction, each has its own version. */
const write = (tx: Tx, { organizationId, id }: DestinationRef, columns: Partial<ReturnType<typeof columnsOf>>) =>
  tx.kysely
    .updateTable('alert_destinations')
    .set({ ...columns, updated_at: sql<Date>`clock_timestamp()` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute();

/** Returns a destination, locked. @throws TenancyError `not_found` or `changed` */
export async function lockDestination(
  tx: Tx,
  ref: DestinationRef,
  ifVersion: readonly string[] | undefined,
): Promise<StoredDestination> {
  if (!isRowId(ref.id)) throw new TenancyError('not_found', NO_DESTINATION);
  await sql`
    select from alert_destinations where organization_id = ${ref.organizationId}::int8 and id = ${ref.id}::int8
    for update`.execute(tx.kysely);
  const destination = await readDestination(tx, ref);
  assertVersion('destination', destination.version, ifVersion);
  return destination;
}

const audit = (
  tx: Tx,
  { organizationId, id }: DestinationRef,
  entry: Omit<AuditEntry, 'organizationId' | 'action'> & { readonly action: AuditAction },
): Promise<void> => writeAudit(tx, { organizationId, ...entry, after: { id, ...entry.after } });
