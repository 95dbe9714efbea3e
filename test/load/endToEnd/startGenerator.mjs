import path from 'node:path';
import { startChild } from '../support/askChild.mjs';

/**
 * Starts the load generator. @param {{ port: number, keys: string[], connections: number, kinds: string[], variety?: object }} load
 * @returns `run({ rate, seconds, batches })`, which `halt()` ends early, and `ledger()`, one at a time
 */
export async function startGenerator(load) {
  const { pid, ask, tell, stop } = await startChild(path.join(import.meta.dirname, 'generator.mjs'), load);
  return {
    pid,
    eventsOfBatch: load.kinds.length,
    run: ask,
    halt: () => tell({ stop: true }),
    ledger: async () => (await ask({ ledger: true })).ledger,
    /** The first serial that was not sent. */
    nextSerial: async () => (await ask({ ledger: true })).serial,
    stop,
  };
}
