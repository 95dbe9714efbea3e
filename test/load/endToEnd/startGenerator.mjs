import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { end } from '../support/processes.mjs';

/**
 * Starts the load generator. @param {{ port: number, keys: string[], connections: number, kinds: string[], variety?: object }} load
 * @returns `run({ rate, seconds, batches })` and `ledger()`, one at a time
 */
export async function startGenerator(load) {
  const child = fork(path.join(import.meta.dirname, 'generator.mjs'));
  const ready = once(child, 'message');
  child.send(load);
  await ready;
  const ask = async (message) => {
    const gone = once(child, 'exit').then(([code]) => [{ error: `the generator ended with ${code}` }]);
    const answered = once(child, 'message');
    child.send(message);
    const [{ result, error }] = await Promise.race([answered, gone]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  return {
    pid: child.pid,
    eventsOfBatch: load.kinds.length,
    run: ask,
    ledger: async () => (await ask({ ledger: true })).ledger,
    /** The first serial that was not sent. */
    nextSerial: async () => (await ask({ ledger: true })).serial,
    stop: () => end(child),
  };
}
