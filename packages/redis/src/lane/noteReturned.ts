import type { EventType } from '@sluice/contract';
import type { Redis } from 'ioredis';
import { defineScript, runScript } from '../script.js';
import { laneKeys } from './laneKeys.js';

/** A job that is put back into its queue. */
export interface ReturnedJob {
  readonly lane: number;
  readonly type: EventType;
  readonly id: string;
  readonly publishedAtMs: number;
}

const SCRIPT = defineScript('lane-return', 2);

/** Keeps the age of a job that is put back findable until it is finished; does nothing for one that is gone. */
export async function noteReturned(client: Redis, { lane, type, id, publishedAtMs }: ReturnedJob): Promise<void> {
  const keys = [laneKeys.job(lane, type, id), laneKeys.returned(lane, type)];
  await runScript(client, SCRIPT, keys, [id, publishedAtMs]);
}
