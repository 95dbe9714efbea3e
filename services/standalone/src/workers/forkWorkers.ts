import { withTimeout, type Env } from '@sluice/runtime';
import { fork } from 'node:child_process';
import type { WorkersFacts, WorkersMessage, WorkersRequest, WorkersState } from './protocol.js';

/** A worker process from its fork to its end. */
export interface WorkerProcess {
  readonly pid: number | undefined;
  readonly exited: Promise<void>;
  /** Starts the workers; resolves when they acquire jobs. */
  readonly start: (facts: WorkersFacts) => Promise<void>;
  /** Returns metrics and readiness; `undefined` without a response within a second. */
  readonly state: () => Promise<WorkersState | undefined>;
  /** Lets the workers finish, then ends the process, by force after `withinMs`. Resolves when it has ended. */
  readonly stop: (withinMs: number) => Promise<void>;
  readonly kill: () => void;
}

const ANSWER_MS = 1_500;

/**
 * The events of a write batch live for some hundred milliseconds. In V8's default young generation of 16 MB most of
 * them would be copied to the old one and collected there, which takes a sixth of the workers' time. Costs up to 144 MB
 * under load, nothing when idle.
 */
const YOUNG = '--max-semi-space-size=64';

/** Forks the worker process. It loads its code and waits; it ends when this process ends. */
export function forkWorkers(program: string, env: Env): WorkerProcess {
  const child = fork(program, ['workers'], {
    env,
    execArgv: [...process.execArgv, YOUNG],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const questions = new Map<number, (state: WorkersState | undefined) => void>();
  let nextId = 0;
  let ended = false;
  let outcome: { readonly resolve: () => void; readonly reject: (error: Error) => void } | undefined;
  const started = new Promise<void>((resolve, reject) => {
    outcome = { resolve, reject };
  });
  // The start may fail before a caller waits for it.
  started.catch(() => undefined);
  const exited = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true;
      for (const answer of questions.values()) answer(undefined);
      outcome?.reject(new Error('the worker process ended before it was ready'));
      resolve();
    };
    child.once('exit', end);
    child.once('error', end);
  });
  child.on('message', (message: WorkersMessage) => {
    if (message.kind === 'started') outcome?.resolve();
    if (message.kind === 'failed') outcome?.reject(new Error(message.message));
    if (message.kind === 'answer') questions.get(message.id)?.(message.state);
  });
  const send = (message: WorkersRequest): void => {
    // If the process ends at this moment, its exit event follows.
    if (child.connected) child.send(message, () => undefined);
  };
  return {
    pid: child.pid,
    exited,
    kill: () => void child.kill('SIGKILL'),
    start: (facts) => {
      send({ kind: 'start', facts });
      return started;
    },
    state: async () => {
      if (ended) return undefined;
      const id = (nextId += 1);
      const answer = new Promise<WorkersState | undefined>((resolve) => questions.set(id, resolve));
      send({ kind: 'ask', id });
      const state = await withTimeout(answer, ANSWER_MS).catch(() => undefined);
      questions.delete(id);
      return state;
    },
    stop: async (withinMs) => {
      send({ kind: 'stop' });
      const overdue = setTimeout(() => child.kill('SIGKILL'), withinMs);
      await exited;
      clearTimeout(overdue);
    },
  };
}
