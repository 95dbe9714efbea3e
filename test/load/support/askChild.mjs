// A child process that is asked over IPC, one question at a time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { end } from './processes.mjs';

/**
 * Starts a Node script with one JSON argument and waits for its first message; to each message it must answer `{ result }` or `{ error }`.
 * @returns {Promise<{ pid: number, ask: (message: object) => Promise<any>, stop: () => Promise<void> }>}
 */
export async function startChild(script, argument) {
  const child = fork(script, [JSON.stringify(argument)]);
  const gone = once(child, 'exit').then(([code]) => [{ error: `${script} ended with ${code}` }]);
  const next = async () => {
    const [{ result, error }] = await Promise.race([once(child, 'message'), gone]);
    if (error !== undefined) throw new Error(error);
    return result;
  };
  await next();
  const ask = (message) => {
    const answered = next();
    child.send(message);
    return answered;
  };
  return { pid: child.pid, ask, stop: () => end(child) };
}
