import {
  LINGER_S,
  countPausedDestinations,
  createAlertsMetrics,
  createComposer,
  createCulpritReader,
  createDecider,
  createDeliverer,
  createDropEvaluator,
  createEvaluator,
  createSender,
  createUnmappedFinder,
  readDeliveryAge,
  readSignalAge,
  type AlertsMetrics,
  type CulpritReader,
  type Deliverer,
} from '@sluice/alerts';
import { databaseProblem, withTaskLock, type Database } from '@sluice/db';
import { createMailer } from '@sluice/mail';
import { createDepthReader, type DepthReader } from '@sluice/queues';
import {
  composeComponents,
  periodicTask,
  type Clock,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
  type NamedComponent,
} from '@sluice/runtime';
import { createBlobStore, createFrameResolver } from '@sluice/sourcemaps';
import type { AlertsConfig } from './config.js';

/** Dependencies of alerts. */
export interface AlertsDeps {
  readonly db: Database;
  /** URL of the Redis with the queues: the age of the oldest job tells which minutes are complete. */
  readonly queueRedisUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A component with readiness checks. */
export interface Alerts extends Component {
  readonly checks: readonly HealthCheck[];
}

/** Maximum wait for the source maps of a message; then culprits are as sent. */
const RESOLVE_MS = 1_500;

/** The same for a look at the frames of new issues, and the time between two looks. */
const FRAMES_RESOLVE_MS = 10_000;
const FRAMES_MS = 5_000;

/** Time between two readings of what waits. */
const READING_MS = 10_000;

/**
 * How long requests in flight may take when the process stops, longer than nearly all do. A request may take a minute, and a process has
 * less than that to stop.
 */
const STOP_GRACE_MS = 5_000;

const NO_LINKS =
  'SMTP_URL is set, but PUBLIC_URL is not: nothing is emailed, because links in emails need a public address; set PUBLIC_URL';

/** What attempts to send mail report then. */
const NO_MAIL_WITHOUT_LINKS = 'no email is sent without PUBLIC_URL; set it';

/**
 * START HERE. Decides which rules fire, and sends messages about it. Any number of processes may run.
 *
 * | task     | what it does                                                                    | at a time          |
 * |----------|---------------------------------------------------------------------------------|--------------------|
 * | decide   | signals become firings with notices                                             | one process        |
 * | compose  | due notices of a destination become one delivery                                | one process        |
 * | frames   | releases of new issues without source maps become firings                       | all processes      |
 * | evaluate | rates, trends and series become firings, organizations in turn                  | one process        |
 * | drops    | drops become firings, each hour once                                            | one process        |
 * | deliver  | due deliveries are claimed, composed once, sent, and settled                    | all processes      |
 *
 * The locks of decide, compose, evaluate and drops only keep bursts together: without them, firings, notices and deliveries would still exist once. While PostgreSQL
 * is unavailable the tasks fail and are repeated; nothing is lost, because nothing is kept in memory.
 */
export function createAlerts(deps: AlertsDeps, config: AlertsConfig): Alerts {
  const { db, logger, clock } = deps;
  const metrics = createAlertsMetrics(deps.metrics, clock);
  const store = createBlobStore(config.store, db);
  const resolver = createFrameResolver({ db, store, metrics: deps.metrics, logger, clock }, config.resolver);
  const depth = createDepthReader({ url: deps.queueRedisUrl, shards: config.shards, clock, logger });
  const culprits = createCulpritReader(resolver, RESOLVE_MS);
  const { deliverer, close } = connectDeliverer(deps, { config, metrics, culprits });
  const frames = createCulpritReader(resolver, FRAMES_RESOLVE_MS);
  const never = (): Promise<void> => Promise.resolve();
  const all = composeComponents(
    [
      { name: 'source maps', start: never, stop: () => resolver.stop().then(() => store.close()) },
      { name: 'depth', start: depth.start, stop: depth.stop },
      { name: 'senders', start: never, stop: () => deliverer.finish(STOP_GRACE_MS).then(close) },
      ...tasksOf(deps, { config, metrics, depth, frames, deliverer }),
    ],
    logger,
  );
  return {
    start: async () => {
      await all.start();
      logger.info({ deliveries: config.deliveries }, 'alerts started');
    },
    stop: all.stop,
    checks: [{ name: 'alerts', check: () => databaseProblem(db) }],
  };
}

interface TaskFacts {
  readonly config: AlertsConfig;
  readonly metrics: AlertsMetrics;
  readonly depth: DepthReader;
  readonly frames: CulpritReader;
  readonly deliverer: Deliverer;
}

/** Each task wakes the next one when there is work for it, so that a message does not wait three periods. */
function tasksOf(
  { db, logger, clock }: AlertsDeps,
  { config: { pollMs, evaluateMs, evaluateBudgetMs: budgetMs }, metrics, depth, frames, deliverer }: TaskFacts,
): readonly NamedComponent[] {
  type Work = (signal: AbortSignal) => Promise<void>;
  const task = (name: string, periodMs: number, work: Work) => ({
    name,
    ...periodicTask(`alerts ${name}`, periodMs, logger, work),
  });
  const alone = (name: string, periodMs: number, work: Work) =>
    task(name, periodMs, async (signal) => {
      await withTaskLock(db, `alerts ${name}`, () => work(signal));
    });
  const deliver = task('deliver', pollMs, deliverer.beginDue);
  const compose = alone('compose', pollMs, createComposer({ db, logger, onDeliveries: deliver.wake }));
  const onNotices = (): void => void setTimeout(compose.wake, LINGER_S * 1_000).unref();
  return [
    deliver,
    alone('decide', pollMs, createDecider({ db, metrics, logger, onNotices })),
    compose,
    task('frames', FRAMES_MS, createUnmappedFinder({ db, culprits: frames, metrics, clock, logger })),
    alone('evaluate', evaluateMs, createEvaluator({ db, depth, metrics, logger }, { budgetMs })),
    alone('drops', evaluateMs, createDropEvaluator({ db, depth, metrics, logger }, { budgetMs })),
    task('readings', READING_MS, () => showWaiting(db, metrics)),
  ];
}

interface DelivererFacts {
  readonly config: AlertsConfig;
  readonly metrics: AlertsMetrics;
  readonly culprits: CulpritReader;
}

function connectDeliverer(
  { db, logger, clock }: AlertsDeps,
  { config, metrics, culprits }: DelivererFacts,
): { readonly deliverer: Deliverer; readonly close: () => void } {
  const { publicUrl, smtpUrl, mailFrom, timeoutMs, claimMs, allowedAddresses, deliveries, mailLimits } = config;
  const lacksLinks = smtpUrl !== '' && publicUrl === undefined;
  if (lacksLinks) logger.warn(NO_LINKS);
  const mailer = publicUrl === undefined ? undefined : createMailer({ url: smtpUrl, from: mailFrom });
  const send = createSender({
    allowPrivate: allowedAddresses,
    timeoutMs,
    mailer,
    clock,
    ...(lacksLinks ? { noMailer: NO_MAIL_WITHOUT_LINKS } : {}),
  });
  const sending = { db, send, culprits, hasMail: mailer !== undefined, publicUrl, mailLimits };
  const deliverer = createDeliverer(
    { ...sending, metrics, clock, logger, random: Math.random },
    { atOnce: deliveries, claimMs },
  );
  return { deliverer, close: () => mailer?.close() };
}

async function showWaiting(db: Database, metrics: AlertsMetrics): Promise<void> {
  try {
    const [signal, delivery, pausedDestinations] = await Promise.all([
      readSignalAge(db),
      readDeliveryAge(db),
      countPausedDestinations(db),
    ]);
    metrics.showWaiting({ oldestSignalMs: signal * 1_000, oldestDeliveryMs: delivery * 1_000, pausedDestinations });
  } catch (error) {
    metrics.clearWaiting();
    throw error;
  }
}
