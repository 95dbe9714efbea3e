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
 * Runs `work`. When it ends, when this process is asked to end, or when its parent has ended, all processes below
 * this one are ended and every directory of {@link withDirectory} is removed. If asked to end, this process exits
 * with 128 + the signal's number.
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
    // SIGKILL would leave the shared memory of PostgreSQL behind. An immediate shutdown needs recovery at the next
    // start, which does not happen here.
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

/** Stops all processes below this one. A stopped process starts no other, so the final list is complete. */
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
