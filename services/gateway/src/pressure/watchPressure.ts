import { BACKLOG_TYPES } from '@sluice/contract';
import type { DepthReader } from '@sluice/queues';
import { memoryPressure, type BacklogFlag, type RedisClient } from '@sluice/redis';
import { periodicTask, type Component, type Logger } from '@sluice/runtime';
import { NO_PRESSURE, assessPressure, type PressureThresholds, type PressureState } from './assessPressure.js';

/** Sources of the readings. */
export interface PressureSources {
  readonly clients: readonly RedisClient[];
  readonly backlogFlag: Pick<BacklogFlag, 'read'>;
  readonly depth: Pick<DepthReader, 'read'>;
  readonly logger: Logger;
}

/** The last assessed pressure. */
export interface Pressure extends Component {
  readonly current: () => PressureState;
}

/** Reads memory and backlog every `periodMs` and logs each change. The last state holds until the next check. */
export function watchPressure(sources: PressureSources, thresholds: PressureThresholds, periodMs: number): Pressure {
  const { clients, backlogFlag, depth, logger } = sources;
  let state = NO_PRESSURE;
  const check = async (): Promise<void> => {
    const [backlog, ...memory] = await Promise.all([backlogFlag.read(), ...clients.map(memoryPressure)]);
    const waitingEvents = backlog.monitorAlive ? undefined : await waitingIn(depth);
    const next = assessPressure({ backlog, memory, waitingEvents }, thresholds, state.holdOffSeconds !== undefined);
    if (next.refuseAll !== state.refuseAll) logger.warn({ refuseAll: next.refuseAll }, 'redis memory pressure changed');
    if ((next.holdOffSeconds === undefined) !== (state.holdOffSeconds === undefined)) {
      logger.warn({ holdOffSeconds: next.holdOffSeconds ?? null }, 'backlog protection changed');
    }
    state = next;
  };
  const loop = periodicTask('check pressure', periodMs, logger, check);
  return { start: loop.start, stop: loop.stop, current: () => state };
}

async function waitingIn(depth: Pick<DepthReader, 'read'>): Promise<number> {
  const depths = await Promise.all(BACKLOG_TYPES.map((type) => depth.read(type)));
  return depths.reduce((sum, { events }) => sum + events, 0);
}
