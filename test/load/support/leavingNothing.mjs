// The end of a benchmark, wanted or not: no process of it lives on, no directory of it stays.
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, processTree } from './processes.mjs';
import { removeDirectories } from './temporary.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const PARENT_MS = 1_000;
const GONE_MS = 10_000;
const POLL_MS = 20;

/**
 * Runs `work`. When it ends, and when this process is asked to end meanwhile or whoever started it is gone, everything below this process
 * is ended and every directory of {@link withDirectory} removed. Asked to end, this process ends with 128 + the signal's number.
 */
export async function leavingNothing(work) {
  const ended = new AbortController();
  const running = work();
  try {
    const signal = await Promise.race([running.then(() => undefined), askedToEnd(ended.signal)]);
    if (signal === undefined) return;
    // Ignore the failure of the interrupted work.
    for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, () => undefined);
    console.error = () => undefined;
    await endAll();
    process.exit(128 + os.constants.signals[signal]);
  } finally {
    ended.abort();
    await endAll();
  }
}

/** Resolves with the signal that asks, a lost parent counting as SIGTERM. A second signal changes nothing: npm repeats the first. */
function askedToEnd(ended) {
  return new Promise((resolve) => {
    for (const signal of SIGNALS) process.on(signal, () => resolve(signal));
    const parent = process.ppid;
    const watching = setInterval(() => process.ppid !== parent && resolve('SIGTERM'), PARENT_MS).unref();
    ended.addEventListener('abort', () => clearInterval(watching));
  });
}

async function endAll() {
  const found = freezeBelow();
  for (const { pid, name } of found) {
    // By force PostgreSQL would leave its shared memory behind; at once, it recovers at the next start, which there is none of.
    send(pid, name === 'postgres' ? 'SIGQUIT' : 'SIGKILL');
    send(pid, 'SIGCONT');
  }
  if (!(await areGone(found))) {
    for (const { pid } of found) send(pid, 'SIGKILL');
    await areGone(found);
  }
  await removeDirectories();
}

/** Waits until none lives. @returns whether they ended in time */
async function areGone(processes) {
  const deadline = Date.now() + GONE_MS;
  while (processes.some(({ pid }) => isAlive(pid))) {
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Stops everything below this process. A stopped process starts no other: what is found in the end is all there is. */
function freezeBelow() {
  const frozen = new Map();
  for (;;) {
    const fresh = processTree(process.pid).filter(({ pid }) => pid !== process.pid && !frozen.has(pid) && isAlive(pid));
    if (fresh.length === 0) return [...frozen.values()];
    for (const one of fresh) {
      send(one.pid, 'SIGSTOP');
      frozen.set(one.pid, one);
    }
  }
}

function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended by itself.
  }
}
