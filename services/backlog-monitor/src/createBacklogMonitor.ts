import { createDepthReader, type DepthReader } from '@sluice/queues';
import {
  closeRedis,
  connectPatientRedis,
  createBacklogFlag,
  createBacklogWaits,
  readPlacement,
  redisProblem,
  type BacklogWaits,
  type RedisClient,
} from '@sluice/redis';
import {
  composeComponents,
  periodicTask,
  type Clock,
  type Component,
  type HealthCheck,
  type Logger,
  type Metrics,
} from '@sluice/runtime';
import type { BacklogMonitorConfig } from './config.js';
import { estimateWait } from './estimateWait.js';
import { createMonitorMetrics } from './monitorMetrics.js';
import { readMeasures } from './readMeasures.js';
import { updateStatus, type FlagCommand, type BacklogStatus } from './updateStatus.js';

/** Dependencies of the monitor. It opens its own connections to Redis. */
export interface BacklogMonitorDeps {
  /** URL of the Redis with allowance and flag. */
  readonly redisUrl: string;
  /** URL of the Redis with the queues. */
  readonly queueRedisUrl: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
}

/** A component with readiness checks. */
export interface BacklogMonitor extends Component {
  readonly checks: readonly HealthCheck[];
}

/** Readings of which none succeeded before the gauges are removed, and how long a reading may take. */
const MISSED_READINGS = 3;
const SLOW_READING_MS = 12_000;

interface Connections {
  readonly flagClient: RedisClient;
  readonly queueClient: RedisClient;
  readonly depth: DepthReader;
}

/**
 * Measures the queues and Redis's memory and maintains the backlog flag (protocol 8, backlog protection). Flag and
 * heartbeat expire: a dead monitor neither blocks nor admits events indefinitely, and several monitors refresh the same
 * flag. A failed reading sends no heartbeat. It also publishes the waits to which the workers of spans and replays yield.
 */
export function createBacklogMonitor(deps: BacklogMonitorDeps, config: BacklogMonitorConfig): BacklogMonitor {
  const { logger } = deps;
  let connections: Connections | undefined;
  const disconnect = async (): Promise<void> => {
    const open = connections;
    connections = undefined;
    if (open === undefined) return;
    await open.depth.stop();
    await Promise.all([closeRedis(open.flagClient), closeRedis(open.queueClient)]);
  };
  const holder: Component = {
    start: async () => {
      connections = connect(deps, config);
      await connections.depth.start().catch(async (error: unknown) => {
        await disconnect();
        throw error;
      });
    },
    stop: disconnect,
  };
  const turn = createRun(deps, config);
  const loop = periodicTask('watch the backlog', config.periodMs, logger, async () => {
    if (connections !== undefined) await turn(connections);
  });
  const { start, stop } = composeComponents(
    [
      { name: 'connections', ...holder },
      { name: 'loop', ...loop },
    ],
    logger,
  );
  const check = (): Promise<string | undefined> => {
    if (connections === undefined) return Promise.resolve('not connected to Redis: the monitor has not started');
    return Promise.resolve(redisProblem(connections.flagClient) ?? redisProblem(connections.queueClient));
  };
  return { start, stop, checks: [{ name: 'backlog-monitor redis', check }] };
}

function connect(deps: BacklogMonitorDeps, config: BacklogMonitorConfig): Connections {
  const client = (url: string): RedisClient =>
    connectPatientRedis({ url, name: 'backlog-monitor', logger: deps.logger });
  return {
    flagClient: client(deps.redisUrl),
    queueClient: client(deps.queueRedisUrl),
    depth: createDepthReader({
      url: deps.queueRedisUrl,
      shards: config.shards,
      clock: deps.clock,
      logger: deps.logger,
    }),
  };
}

/** One run: read the measures, update the state, set or clear the flag. */
function createRun(
  { clock, logger, metrics }: BacklogMonitorDeps,
  config: BacklogMonitorConfig,
): (connections: Connections) => Promise<void> {
  const shown = createMonitorMetrics(metrics, { clock, maxAgeMs: MISSED_READINGS * config.periodMs + SLOW_READING_MS });
  const rules = { marks: config.marks, estimateWindowMs: config.estimateWindowMs };
  let state: BacklogStatus | undefined;
  let lastCommand: FlagCommand['kind'] = 'nothing';
  return async ({ flagClient, queueClient, depth }) => {
    const flag = createBacklogFlag(flagClient);
    try {
      const current = state === undefined ? await flag.read() : undefined;
      const readings = await readMeasures({ depth, clients: [flagClient, queueClient] });
      const placement = await readPlacement(queueClient);
      const flagStands = current?.holdOffSeconds !== undefined;
      const { next, order } = updateStatus(state, { readings, flagStands, now: clock() }, rules);
      if (order.kind === 'refuse') await flag.raise({ holdOffSeconds: order.seconds }, config.flagTtlMs);
      if (order.kind === 'accept') await flag.lower();
      await flag.heartbeat(config.heartbeatTtlMs);
      state = next;
      shown.update(next);
      shown.showPlacement(placement);
      if (order.kind !== 'nothing' && order.kind !== lastCommand) {
        logger.warn(
          { order, readings },
          order.kind === 'refuse'
            ? 'backlog: refusing spans and replays'
            : 'backlog ended: accepting spans and replays',
        );
      }
      lastCommand = order.kind;
      // Last: a Redis that cannot be written must not hide what was read.
      await createBacklogWaits(queueClient).write(promptWaits(next), config.heartbeatTtlMs);
    } catch (error) {
      shown.countFailedReading();
      throw error;
    }
  };
}

const promptWaits = (status: BacklogStatus): BacklogWaits => ({
  exception: estimateWait(status.exception.samples),
  log: estimateWait(status.log.samples),
});
