// Sends at one rate for some seconds to a running system, then waits until everything is stored: measures the cost,
// and whether the system kept up.
import { readLoopDelay } from '../support/loopDelay.mjs';
import { hopeless } from './hopeless.mjs';
import { readLags } from './lag.mjs';
import { cpuByRole, watch } from './watch.mjs';

/**
 * A rate holds if the 99th percentile of the lag is below the budget, nothing was refused, and everything could be
 * sent in time.
 */
const LAG_MS = 2_000;
const UNSENT_SHARE = 0.01;
const DRAIN_MS = 180_000;

/** @param system `{ directory, db, depth, generator, pids }` @param plan events per second, and how long; ended early where it is hopeless */
export async function attempt({ directory, db, depth, generator, pids }, { rate, seconds }) {
  const isHopeless = hopeless({ rate, seconds, lagMs: LAG_MS });
  let isHalted = false;
  const watching = watch(depth, pids, (found) => {
    if (isHalted || !isHopeless(found)) return;
    isHalted = true;
    generator.halt();
  });
  const [sizesBefore, cpuBefore, fromMs] = [await readSizes(db), cpuByRole(pids), Date.now()];
  const sent = await generator.run({ rate, seconds });
  const [cpuSent, sentMs] = [cpuByRole(pids), Date.now()];
  const left = await depth.read();
  await depth.untilEmpty(DRAIN_MS);
  const drainedMs = Date.now() - sentMs;
  const cpu = cpuByRole(pids);
  const samples = await watching.stop();
  const sizes = await readSizes(db);
  const lags = await readLags(db, fromMs, Date.now());
  const all = lags.find(({ table }) => table === 'all');
  const refused = Object.entries(sent.statuses).reduce((sum, [status, n]) => sum + (status === '202' ? 0 : n), 0);
  const isSent = sent.unsentEvents <= UNSENT_SHARE * sent.sentEvents;
  const isWhole = refused === 0 && sent.lost === 0 && sent.processed === sent.sentEvents;
  return {
    offered: Math.round(rate),
    perSecond: sent.perSecond,
    seconds: sent.ranMs / 1_000,
    isHalted,
    holds: !isHalted && isSent && isWhole && all.p99Ms < LAG_MS,
    lagP50Ms: all.p50Ms,
    lagP99Ms: all.p99Ms,
    lags,
    answerP50Ms: sent.answerP50Ms,
    answerP99Ms: sent.answerP99Ms,
    bytesOfBatch: sent.bytesOfBatch,
    unsentEvents: sent.unsentEvents,
    notStored: sent.sentEvents - all.events,
    refused,
    lost: sent.lost,
    leftEvents: left.events,
    drainedMs,
    cpuMicrosPerEvent: perEvent(cpuBefore, cpu, sent.processed),
    walBytesPerEvent: (sizes.wal - sizesBefore.wal) / sent.processed,
    diskBytesPerEvent: (sizes.disk - sizesBefore.disk) / sent.processed,
    coresUsed: coresUsed(cpuBefore, cpuSent, sent.ranMs),
    loopDelay: readLoopDelay(directory, pids, { fromMs, toMs: sentMs }),
    samples,
  };
}

/** Bytes of write-ahead log so far, and of the database. */
async function readSizes(db) {
  const { rows } = await db.pool.query(
    `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as wal, pg_database_size(current_database())::float8 as disk`,
  );
  return rows[0];
}

const perEvent = (before, after, events) =>
  Object.fromEntries(Object.keys(after).map((role) => [role, (1e6 * (after[role] - before[role])) / events]));

const coresUsed = (before, after, ms) =>
  Object.keys(after).reduce((sum, role) => sum + after[role] - before[role], 0) / (ms / 1_000);

/** An attempt in a line. */
export function lineOf(one) {
  const { offered, perSecond, seconds, lagP50Ms, lagP99Ms, answerP99Ms, leftEvents, refused, unsentEvents } = one;
  const verdict = one.holds
    ? 'holds'
    : `does not hold${one.isHalted ? `, given up after ${seconds.toFixed(0)} s` : ''}`;
  const problems = refused + unsentEvents > 0 ? `, ${refused} batches refused, ${unsentEvents} events unsent` : '';
  return `${offered}/s offered: ${Math.round(perSecond)}/s accepted, lag p50 ${lagP50Ms} p99 ${lagP99Ms} ms, answer p99 ${answerP99Ms?.toFixed(0)} ms, ${leftEvents} left, ${one.coresUsed.toFixed(2)} cores: ${verdict}${problems}`;
}
