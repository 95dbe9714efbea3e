import { storableText } from '@sluice/contract';
import { sql } from 'kysely';
import { type Database, inTransaction, type Tx } from '@sluice/db';
import { changeAttempt } from './changeAttempt.js';
import type { ClaimedDelivery } from './claimDeliveries.js';
import type { DeliveryOutcome } from '../../decide/deliveryOutcome.js';
import { markFailed, markSent, pauseDestination, readDestinations, type AlertDestination } from './destination.js';
import { DELETED } from './closeDestination.js';
import { nextState, type NextState } from '../../decide/nextState.js';
import { afterQuiet } from '../../decide/quietUntil.js';
import { reportPause, type PauseDescription } from './reportPause.js';

interface Settlement {
  readonly outcome: DeliveryOutcome;
  /** At least 0, below 1. */
  readonly random: number;
  /** Called if the attempt pauses the destination. */
  readonly describePause?: PauseDescription;
  /** When the attempt left receivers out: it is about the others, and these are due then, in milliseconds since 1970. */
  readonly restAtMs?: number | undefined;
}

/**
 * Records the result of an attempt, and what follows ({@link nextState}): the delivery ends, waits for another attempt, which begins
 * in no quiet hours, or waits in its paused destination, of which the owners find one message in their inbox. A delivery with a rest
 * does not end: unless its destination is paused, it waits for that, and its schedule does not count the attempt.
 *
 * Resolves with false, and changes nothing, if another attempt has begun.
 */
export const settleDelivery = (db: Database, delivery: ClaimedDelivery, settlement: Settlement): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const { outcome, random, describePause, restAtMs } = settlement;
    const facts = outcome.result === 'sent' ? ACCEPTED : await readFacts(tx, delivery);
    const next = endingOf(delivery, nextState(delivery, outcome, { ...stateFacts(facts), random }));
    if (!(await storeState(tx, delivery, next, { ...facts, restAtMs }))) return false;
    await logAttempt(tx, delivery, outcome);
    if (outcome.result === 'sent') await markSent(tx, delivery);
    if (hasFailed(delivery, next, facts)) await markFailed(tx, delivery);
    if (next.state !== 'paused') return true;
    const isNew = await pauseDestination(tx, delivery, next.reason);
    if (isNew === undefined) await endDeleted(tx, delivery);
    if (isNew === true && describePause !== undefined)
      await reportPause(tx, delivery.organizationId, next.reason, describePause);
    return true;
  });

/** The last delivery to a deleted destination does not wait in it. */
const endingOf = ({ target }: ClaimedDelivery, next: NextState): NextState =>
  target !== null && next.state === 'paused' ? { state: 'failed', problem: next.reason } : next;

interface Facts {
  readonly destination: AlertDestination | undefined;
  readonly hasAccepted: boolean;
  readonly acceptsOthers: boolean;
  readonly nowMs: number;
}

const stateFacts = ({ destination, hasAccepted, acceptsOthers }: Facts) => ({
  hasAccepted,
  acceptsOthers,
  failures: destination?.failures ?? 0,
  destinationKind: destination?.kind,
});

/** Whether the failure counts for its destination. Members have the message in their inbox; tests and what is sent again do not count. */
const hasFailed = ({ kind }: ClaimedDelivery, { state }: NextState, { destination }: Facts): boolean =>
  state === 'failed' && kind === 'alert' && destination !== undefined && destination.kind !== 'members';

const ACCEPTED: Facts = { destination: undefined, hasAccepted: true, acceptsOthers: true, nowMs: 0 };

async function readFacts(tx: Tx, delivery: ClaimedDelivery): Promise<Facts> {
  const { projectId, id, destinationId, target } = delivery;
  const destination = target ?? (await readDestinations(tx, [destinationId])).get(destinationId);
  const { rows } = await sql<{ progress: ClaimedDelivery['progress'] | null }>`
    select progress from alert_deliveries where project_id = ${projectId}::int8 and id = ${id}::uuid`.execute(
    tx.kysely,
  );
  const { rows: clock } = await sql<{ time: Date }>`select clock_timestamp() as time`.execute(tx.kysely);
  const hasAccepted = Object.values(rows[0]?.progress ?? {}).includes(null);
  const acceptsOthers = await hasAcceptedSince(tx, delivery);
  return { destination, hasAccepted, acceptsOthers, nowMs: clock[0]?.time.getTime() ?? Date.now() };
}

/** Returns whether a destination has accepted a message since the first attempt of those that count. */
async function hasAcceptedSince(
  tx: Tx,
  { projectId, id, attempt, tries, organizationId, destinationId }: ClaimedDelivery,
): Promise<boolean> {
  if (tries < 2) return false;
  const { rows: first } = await sql<{ at: Date | null }>`
    select min(at) as at from alert_attempts
    where project_id = ${projectId}::int8 and delivery_id = ${id}::uuid and attempt > ${attempt - tries}`.execute(
    tx.kysely,
  );
  const { rows: sent } = await sql<{ at: Date | null }>`
    select last_sent_at as at from alert_destinations
    where organization_id = ${organizationId}::int8 and id = ${destinationId}::int8`.execute(tx.kysely);
  const [firstAt, sentAt] = [first[0]?.at, sent[0]?.at];
  return firstAt instanceof Date && sentAt instanceof Date && sentAt > firstAt;
}

function storeState(
  tx: Tx,
  delivery: ClaimedDelivery,
  next: NextState,
  { destination, nowMs, restAtMs }: Facts & Pick<Settlement, 'restAtMs'>,
): Promise<boolean> {
  const hasEnded = next.state === 'sent' || next.state === 'failed';
  const isPartly = hasEnded && restAtMs !== undefined;
  const dueMs = next.state === 'waiting' ? nowMs + next.delayMs : isPartly ? restAtMs : undefined;
  const nextAt = dueMs === undefined ? sql`now()` : sql`${laterTime(destination, dueMs)}::timestamptz`;
  // Citus: no `now()` in a `case`.
  const [finishedAt, target] = hasEnded && !isPartly ? [sql`now()`, sql`null`] : [sql`null`, sql`target`];
  return changeAttempt(
    tx,
    delivery,
    sql`state = ${isPartly ? 'waiting' : next.state}, claimed_until = null, problem = ${next.problem},
      next_at = ${nextAt}, finished_at = ${finishedAt}, target = ${target}, tries_from = tries_from + ${isPartly ? 1 : 0}::int4`,
  );
}

/** The destination was deleted meanwhile: it cannot be resumed. */
async function endDeleted(tx: Tx, { projectId, id }: ClaimedDelivery): Promise<void> {
  await sql`
    update alert_deliveries set state = 'failed', problem = ${DELETED}, finished_at = now()
    where project_id = ${projectId}::int8 and id = ${id}::uuid and state = 'paused'`.execute(tx.kysely);
}

const laterTime = (destination: AlertDestination | undefined, ms: number): string =>
  new Date(afterQuiet(destination?.quietHours ?? null, ms)).toISOString();

async function logAttempt(
  tx: Tx,
  { projectId, id, attempt }: ClaimedDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { tookMs, status, result, problem, response } = outcome;
  await sql`
    insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, status, result, problem, response)
    values (${projectId}::int8, ${id}::uuid, ${attempt}, now(), ${Math.round(tookMs)}, ${status}, ${result},
      ${textOf(problem)}, ${textOf(response)})`.execute(tx.kysely);
}

const textOf = (text: string | null): string | null => (text === null ? null : storableText(text));
