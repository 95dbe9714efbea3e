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
    const answered = new AbortController();
    const { signal } = answered;
    const gone = once(child, 'exit', { signal }).then(([code]) => [{ error: `the generator ended with ${code}` }]);
    const answer = once(child, 'message', { signal });
    // Whichever comes second is listened for no longer, which rejects it.
    for (const either of [gone, answer]) either.catch(() => undefined);
    child.send(message);
    try {
      const [{ result, error }] = await Promise.race([answer, gone]);
      if (error !== undefined) throw new Error(error);
      return result;
    } finally {
      answered.abort();
    }
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
