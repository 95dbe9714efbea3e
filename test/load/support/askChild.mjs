// A child process that is asked over IPC, one question at a time: both sides.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { end } from './processes.mjs';

/**
 * Starts a Node script that calls {@link answerParent}, and waits until it is ready.
 *
 * @returns {Promise<{ pid: number, ask: (message: object) => Promise<any>, tell: (message: object) => void, stop: ()
 *   => Promise<void> }>} `ask` waits for the reply, `tell` does not
 */
export async function startChild(script, argument) {
  const child = fork(script);
  const gone = once(child, 'exit').then(([code]) => [{ error: `${script} ended with ${code}` }]);
  const ask = async (message) => {
    const answered = once(child, 'message');
    child.send(message);
    const [{ result, error }] = await Promise.race([answered, gone]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  // Sent over IPC because ten thousand keys exceed the maximum length of an argument.
  await ask(argument);
  return { pid: child.pid, ask, tell: (message) => child.send(message), stop: () => end(child) };
}

/**
 * The child's side.
 *
 * @param {(argument: object) => (message: object) => unknown} start receives the argument and returns a function that
 *   replies to each message; `undefined` sends no reply
 */
export async function answerParent(start) {
  process.on('disconnect', () => process.exit(0));
  const [argument] = await once(process, 'message');
  const answer = start(argument);
  process.on('message', async (message) => {
    try {
      const result = await answer(message);
      if (result !== undefined) process.send?.({ result });
    } catch (error) {
      process.send?.({ error: String(error?.stack ?? error) });
    }
  });
  process.send?.({ result: 'ready' });
}
