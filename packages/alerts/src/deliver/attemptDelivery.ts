import { hourOf, keepsIncidents, startOfHour } from '@sluice/contract';
import { wholeOrganization } from '@sluice/db';
import { failPoint } from '@sluice/runtime';
import type { AlertMessage } from '../alertMessage.js';
import type { DeliveryOutcome } from '../decide/deliveryOutcome.js';
import { quietUntil } from '../decide/quietUntil.js';
import { pausedMessage } from '../pausedMessage.js';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import { endDelivery, parkDelivery, storeMessage } from '../sql/deliveries/deliveries.js';
import { postponeDelivery, releaseDelivery, settlePart } from '../sql/deliveries/deliveryProgress.js';
import { type AlertDestination, readDestinationForAttempt } from '../sql/deliveries/destination.js';
import { readSuperseded } from '../sql/deliveries/incidentOrder.js';
import { readAlertPlace } from '../sql/deliveries/messageFacts.js';
import { isInFlight } from '../sql/deliveries/openIncidents.js';
import type { PauseDescription } from '../sql/deliveries/reportPause.js';
import { settleDelivery } from '../sql/deliveries/settleDelivery.js';
import { lastSeries } from '../templates/incidents.js';
import type { DeliveryProgress } from '../transport/sendParts.js';
import { pageUrls } from '../words/pageUrls.js';
import { readMessage } from './readMessage.js';
import type { DeliveryDeps, Sending } from './sending.js';
import { sendToAddresses, type PartlySent } from './sendToAddresses.js';
import { sendToMembers } from './sendToMembers.js';

/** How long the last delivery to a deleted destination waits for the answer to another one. */
const ANSWER_MS = 1_000;

/** Mails are counted by PostgreSQL's clock, which may be behind. */
const HOUR_MARGIN_MS = 30_000;

const NOTHING_LEFT = 'nothing is left to report: the project was deleted, or no incident is open';

/** Makes one attempt of a claimed delivery, and records its outcome. */
export async function attemptDelivery(
  deps: DeliveryDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = deps;
  const startedMs = clock();
  const { target } = delivery;
  const destination = target ?? (await readDestinationForAttempt(db, delivery));
  // What was begun before the destination was deleted may still open an incident.
  if (target !== null && (await isInFlight(db, delivery))) return postponeDelivery(db, delivery, startedMs + ANSWER_MS);
  if (destination === undefined) return endDelivery(db, delivery, 'the destination was deleted');
  if (destination.isPaused && delivery.kind !== 'test') return parkDelivery(db, delivery);
  const quietEnd = quietEndOf(delivery, destination, startedMs);
  if (quietEnd !== undefined) return postponeDelivery(db, delivery, quietEnd);
  const message = await messageOf(deps, delivery, destination);
  if (message === undefined) return endDelivery(db, delivery, NOTHING_LEFT);
  if (message === 'superseded') return;
  failPoint('alert-composed');
  const current = await withSuperseded(deps, { delivery, destination, message });
  if (isAllSuperseded(delivery, current)) return endDelivery(db, delivery, 'superseded by a later message');
  const outcome = await send(deps, { delivery, destination, message: current }, signal);
  failPoint('alert-sent');
  const nextHourMs = startOfHour(hourOf(clock()) + 1) + HOUR_MARGIN_MS;
  if (outcome === 'next hour') return postponeDelivery(db, delivery, nextHourMs);
  // Also after another attempt began: then it has no effect.
  if (outcome === 'stopped') return releaseDelivery(db, delivery, clock() - startedMs);
  if ('partly' in outcome)
    return settle(deps, { delivery, destination, outcome: outcome.partly, restAtMs: nextHourMs });
  await settle(deps, { delivery, destination, outcome });
}

/**
 * Returns when the quiet hours end in which a delivery must not be sent, milliseconds since 1970: also one that was due before they
 * began. A requested message is attempted at once; its retries wait.
 */
function quietEndOf(
  { kind, tries }: ClaimedDelivery,
  { quietHours }: AlertDestination,
  nowMs: number,
): number | undefined {
  const isRequested = kind === 'test' || (kind === 'resend' && tries === 1);
  return isRequested || quietHours === null ? undefined : quietUntil(quietHours, nowMs);
}

/** Returns the message of earlier attempts, or composes and stores it. */
async function messageOf(
  deps: DeliveryDeps,
  delivery: ClaimedDelivery,
  destination: AlertDestination,
): Promise<AlertMessage | undefined | 'superseded'> {
  // A message that is sent again has the id of its new delivery.
  if (delivery.message !== null) return { ...(delivery.message as AlertMessage), id: delivery.id };
  const message = await readMessage(deps, delivery, destination);
  if (message === undefined) return undefined;
  return ((await storeMessage(deps.db, delivery, message)) as AlertMessage | undefined) ?? 'superseded';
}

/** Returns the message without incidents that a later delivery is about: a repeated firing would open an incident after its recovery. */
async function withSuperseded(
  { db }: DeliveryDeps,
  { delivery, destination, message }: Sending,
): Promise<AlertMessage> {
  // Nothing follows the last message to a deleted destination.
  if (!keepsIncidents(destination.kind) || delivery.target !== null) return message;
  const series = lastSeries(message).map(({ rule, subject, at }) => ({ ruleId: rule.id, subject, at }));
  const superseded = await readSuperseded(db, delivery, series);
  return superseded.length === 0 ? message : { ...message, superseded };
}

/** Whether no part of a message was sent and none is left to send. */
const isAllSuperseded = (
  { progress }: ClaimedDelivery,
  { items, unlisted = [], superseded = [], total }: AlertMessage,
): boolean =>
  Object.keys(progress).length === 0 &&
  total === items.length + unlisted.length &&
  [...items, ...unlisted].every(({ subject }) => superseded.includes(subject));

async function send(
  deps: DeliveryDeps,
  sending: Sending,
  signal: AbortSignal,
): Promise<DeliveryOutcome | PartlySent | 'stopped' | 'next hour'> {
  const { delivery, message } = sending;
  const { kind, config, secrets } = sending.destination;
  const progress: DeliveryProgress = {
    settled: delivery.progress,
    settle: (key, refusal) => settlePart(deps.db, delivery, { key, refusal }),
  };
  if (kind === 'members') return sendToMembers(deps, sending, { progress, signal });
  if (kind === 'email') return sendToAddresses(deps, sending, { progress, signal });
  return deps.send({ kind, config, secrets }, message, { progress, signal });
}

async function settle(
  deps: DeliveryDeps,
  {
    delivery,
    destination,
    outcome,
    restAtMs,
  }: Omit<Sending, 'message'> & { readonly outcome: DeliveryOutcome; readonly restAtMs?: number },
): Promise<void> {
  const { db, metrics, clock, logger, random } = deps;
  const describe = outcome.result === 'sent' ? undefined : await readPauseDescription(deps, destination);
  let paused: string | undefined;
  const describePause: PauseDescription = (pause) => {
    paused = pause.reason;
    return describe?.(pause);
  };
  const isLatest = await settleDelivery(db, delivery, { outcome, random: random(), describePause, restAtMs });
  if (!isLatest) return;
  if (paused !== undefined) logger.warn({ destination: destination.id, problem: paused }, 'destination paused');
  if (restAtMs !== undefined) return;
  metrics.countDelivery(destination.kind, outcome.result);
  if (outcome.result === 'sent') metrics.observeLatency(Math.max(0, clock() - delivery.dueAt.getTime()));
}

/** Returns what describes a pause of a destination to its owners; `undefined` if the organization was erased. */
async function readPauseDescription(
  { db, publicUrl, clock }: DeliveryDeps,
  destination: AlertDestination,
): Promise<PauseDescription | undefined> {
  const place = await readAlertPlace(db, wholeOrganization(destination.organizationId));
  if (place === undefined) return undefined;
  const { organization } = place;
  const url = publicUrl === undefined ? null : pageUrls(publicUrl, place).destination(destination.id);
  const at = new Date(clock()).toISOString();
  return (pause) => pausedMessage({ ...pause, organization, destination, url, at });
}
