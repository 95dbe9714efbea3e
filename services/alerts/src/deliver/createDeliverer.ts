import {
  lastSeries,
  type AlertMessage,
  type Delivery,
  type DeliveryProgress,
  claimDeliveries,
  endDelivery,
  isInFlight,
  parkDelivery,
  postponeDelivery,
  quietUntil,
  readDestinationForAttempt,
  readSuperseded,
  releaseDelivery,
  settleDelivery,
  settlePart,
  storeMessage,
  type AlertDestination,
  type ClaimedDelivery,
  type DeliveryOutcome,
  type Pause,
  type MessageReader,
  type PauseReader,
  type MemberDelivery,
  type MailLimits,
  sendToAddresses,
  type PartlySent,
  type Sending,
} from '@sluice/alerts';
import { hourOf, keepsIncidents, startOfHour } from '@sluice/contract';
import type { Database } from '@sluice/db';
import { coalesce, failPoint, type Clock, type Logger } from '@sluice/runtime';
import { setMaxListeners } from 'node:events';
import type { AlertsMetrics } from '../alertsMetrics.js';

/** Dependencies of delivering. */
export interface DelivererDeps {
  readonly db: Database;
  readonly delivery: Delivery;
  readonly toMembers: MemberDelivery;
  readonly readMessage: MessageReader;
  /** `undefined`: mails have no links. */
  readonly publicUrl: string | undefined;
  readonly readPause: PauseReader;
  readonly mailLimits: MailLimits;
  readonly metrics: AlertsMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
  /** At least 0, below 1. */
  readonly random: () => number;
}

/** Sends deliveries that are due. */
export interface Deliverer {
  /**
   * Claims due deliveries while slots are free, and begins them; resolves when no further one can begin. Attempts may
   * still be in flight: whenever one ends, another is begun, until the signal.
   */
  readonly beginDue: (signal: AbortSignal) => Promise<void>;
  /**
   * Resolves when all that were begun have ended. After `graceMs` milliseconds, attempts without an answer are aborted and released:
   * another process repeats them with the same id.
   */
  readonly finish: (graceMs: number) => Promise<void>;
}

/** Messages that a process sends to one destination at the same time, so that a slow receiver does not use all slots. */
const MOST_PER_DESTINATION = 2;

/**
 * Creates a deliverer. A delivery whose process dies is claimed again after its lease: it is sent at least once, each time with the
 * same id and message. One organization gets at most half of the slots, and a quarter is reserved for organizations without any: slow receivers
 * of a few organizations do not block the rest.
 */
export function createDeliverer(
  deps: DelivererDeps,
  { atOnce, claimMs }: { readonly atOnce: number; readonly claimMs: number },
): Deliverer {
  const { db, logger } = deps;
  const running = new Map<Promise<void>, ClaimedDelivery>();
  const ending = new AbortController();
  // Each attempt listens; Node warns of a leak at more than ten.
  setMaxListeners(0, ending.signal);
  const shares = { perDestination: MOST_PER_DESTINATION, perOrganization: Math.max(1, Math.floor(atOnce / 2)) };
  const kept = Math.floor(atOnce / 4);
  const begin = (delivery: ClaimedDelivery, signal: AbortSignal): void => {
    const attempt = attemptDelivery(deps, delivery, ending.signal)
      .catch((error: unknown) => {
        // The claim ends, and the delivery is attempted again.
        logger.warn({ err: error, delivery: delivery.id }, 'delivery failed; it is attempted again');
      })
      .finally(() => {
        running.delete(attempt);
        // Waiting for the next period would cap throughput at one batch of claims per period.
        beginDue(signal).catch((error: unknown) => {
          logger.debug({ err: error }, 'due deliveries could not be claimed');
        });
      });
    running.set(attempt, delivery);
  };
  const take = async (limit: number, perOrganization: number, signal: AbortSignal): Promise<number> => {
    if (limit < 1) return 0;
    const options = { limit, leaseMs: claimMs, ...shares, perOrganization, running: [...running.values()] };
    const claimed = await claimDeliveries(db, options);
    for (const delivery of claimed) begin(delivery, signal);
    return claimed.length;
  };
  const claim = async (signal: AbortSignal): Promise<void> => {
    const free = atOnce - running.size;
    if (free < 1 || signal.aborted) return;
    const open = Math.max(0, free - kept);
    const taken = await take(open, shares.perOrganization, signal);
    // Fewer: the shares allow no more.
    if (taken === open) await take(free - open, 1, signal);
  };
  const beginDue = coalesce(claim);
  return {
    beginDue,
    finish: async (graceMs) => {
      const end = setTimeout(() => ending.abort(), graceMs);
      // Waits for a claim in progress, whose deliveries are attempted, too.
      await beginDue(AbortSignal.abort()).catch(() => undefined);
      await Promise.all(running.keys());
      clearTimeout(end);
    },
  };
}

/** How long the last delivery to a deleted destination waits for the answer to another one. */
const ANSWER_MS = 1_000;

/** Mails are counted by PostgreSQL's clock, which may be behind. */
const HOUR_MARGIN_MS = 30_000;

const NOTHING_LEFT = 'nothing is left to report: the project was deleted, or no incident is open';

async function attemptDelivery(deps: DelivererDeps, delivery: ClaimedDelivery, signal: AbortSignal): Promise<void> {
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
  { db, readMessage }: DelivererDeps,
  delivery: ClaimedDelivery,
  destination: AlertDestination,
): Promise<AlertMessage | undefined | 'superseded'> {
  // A message that is sent again has the id of its new delivery.
  if (delivery.message !== null) return { ...(delivery.message as AlertMessage), id: delivery.id };
  const message = await readMessage(delivery, destination);
  if (message === undefined) return undefined;
  return ((await storeMessage(db, delivery, message)) as AlertMessage | undefined) ?? 'superseded';
}

/** Returns the message without incidents that a later delivery is about: a repeated firing would open an incident after its recovery. */
async function withSuperseded(
  { db }: DelivererDeps,
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
  { db, delivery: { deliver }, toMembers, ...deps }: DelivererDeps,
  sending: Sending,
  signal: AbortSignal,
): Promise<DeliveryOutcome | PartlySent | 'stopped' | 'next hour'> {
  const { delivery, message } = sending;
  const { kind, config, secrets } = sending.destination;
  const progress: DeliveryProgress = {
    settled: delivery.progress,
    settle: (key, refusal) => settlePart(db, delivery, { key, refusal }),
  };
  if (kind === 'members') return toMembers(sending, { progress, signal });
  if (kind === 'email') return sendToAddresses({ db, deliver, ...deps }, sending, { progress, signal });
  return deliver({ kind, config, secrets }, message, { progress, signal });
}

async function settle(
  { db, readPause, metrics, clock, logger, random }: DelivererDeps,
  {
    delivery,
    destination,
    outcome,
    restAtMs,
  }: Omit<Sending, 'message'> & { readonly outcome: DeliveryOutcome; readonly restAtMs?: number },
): Promise<void> {
  const describe = outcome.result === 'sent' ? undefined : await readPause(destination);
  let paused: string | undefined;
  const describePause = (pause: Pause): AlertMessage | undefined => {
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
