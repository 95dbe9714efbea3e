import { createRequire } from 'node:module';
import type { RawCommand } from 'bullmq';
import { defineSource, type Script } from '@sluice/redis';
import { ADD_KEYS, composeAddScript } from './composeScripts.js';

/** The version that this folder was checked against. `conformance.test.ts` fails when another one is installed. */
export const BULLMQ_VERSION = '6.7.0';

const load = createRequire(import.meta.url);

/**
 * Returns a script that BullMQ ships. The publisher runs scripts itself: inside a `MULTI`, ioredis considers a script
 * loaded even when the transaction that loaded it was discarded.
 * @throws Error if this version of BullMQ has no such script
 */
function readScript(file: string, name: string): Pick<Script, 'source' | 'keys'> {
  const script = (load(`bullmq/dist/cjs/scripts/${file}.js`) as Record<string, RawCommand>)[name];
  if (script === undefined) {
    throw new Error(`BullMQ has no script ${name} in ${file}: see "Upgrading BullMQ" in packages/queues/README.md`);
  }
  return { source: script.content, keys: script.keys };
}

/** Adds a job without delay, priority or parent. */
export const addStandardJob = readScript('addStandardJob-9', 'addStandardJob');

/** {@link addStandardJob}, which refuses publishers of an earlier epoch than the queue shard accepts. */
export const addFenced: Script = defineSource('shard-add', ADD_KEYS, composeAddScript(addStandardJob.source));

/** Finishes a job and fetches the next one. */
export const moveToFinished = readScript('moveToFinished-14', 'moveToFinished');
