import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { RawCommand } from 'bullmq';

/** A Lua script of BullMQ. */
export interface BullmqScript {
  readonly source: string;
  readonly keys: number;
  readonly sha: string;
}

const load = createRequire(import.meta.url);

/**
 * Reads scripts of BullMQ (its version is pinned). ioredis' own way of running them inside a `MULTI` is of no use to
 * us: it remembers a script as loaded although the transaction that carried it was discarded.
 */
function read(file: string, name: string): BullmqScript {
  const script = (load(`bullmq/dist/cjs/scripts/${file}.js`) as Record<string, RawCommand>)[name];
  if (script === undefined) throw new Error(`bullmq has no script ${name}`);
  return {
    source: script.content,
    keys: script.keys,
    sha: createHash('sha1').update(script.content).digest('hex'),
  };
}

/** Adds a job that is to be done at once. */
export const addStandardJob = read('addStandardJob-9', 'addStandardJob');

/** Ends a job and takes the next one. */
export const moveToFinished = read('moveToFinished-14', 'moveToFinished');
