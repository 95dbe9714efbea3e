import type { EventType } from '@sluice/contract';
import type { Redis } from 'ioredis';
import { defineScript, runScript } from '../script.js';
import { laneCounts, laneKeys } from './laneKeys.js';

/** What a lane's queue of one type holds at one moment. */
export interface LaneDepth {
  /** Events ever published and ever finished in this Redis. */
  readonly published: number;
  readonly finished: number;
  /** Jobs waiting, active or delayed. */
  readonly jobs: number;
  /** Ids of jobs, the oldest among them. */
  readonly jobIds: readonly string[];
}

const SCRIPT = defineScript('lane-depth', 5);

/**
 * Of each list, from its old end. More than one of those waiting: the jobs of a worker that died come back there, in no
 * order. Workers hold few jobs; of the delayed ones, those that are next.
 */
const NAMED_JOBS = 1_000;

/** Reads a snapshot of a queue; works on a Redis that is full, too. */
export async function readLaneDepth(client: Redis, lane: number, type: EventType): Promise<LaneDepth> {
  const lists = ['wait', 'active', 'delayed'].map((list) => laneKeys.job(lane, type, list));
  const fields = [laneCounts.published(type), laneCounts.finished(type)];
  const keys = [laneKeys.counts(lane), ...lists, laneKeys.returned(lane, type)];
  const reply = await runScript(client, SCRIPT, keys, [...fields, NAMED_JOBS]);
  const [published, finished, jobs, jobIds] = reply as [number, number, number, string[]];
  return { published, finished, jobs, jobIds };
}
