// One drain: the queue is filled through a gateway, then workers are started and timed from their first commit to their last.
import { cpuSeconds, cpuSecondsOfTree } from '../support/processes.mjs';
import { startService } from '../support/services.mjs';
import { readCommits, rateOf } from './commits.mjs';
import { withWal } from './copy.mjs';
import { sampleCpu } from './cpuOverTime.mjs';

const FILL_S = 600;
const DRAIN_MS = 900_000;

/** Enqueues events as fast as the gateway accepts them. @throws if it refuses any */
export async function fillQueue(generator, events) {
  const batches = Math.ceil(events / generator.eventsOfBatch);
  const sent = await generator.run({ rate: 0, seconds: FILL_S, batches });
  if (sent.processed !== batches * generator.eventsOfBatch) {
    throw new Error(
      `the gateway took ${sent.processed} of ${batches * generator.eventsOfBatch}: ${JSON.stringify(sent.statuses)} ${sent.lastError ?? ''}`,
    );
  }
  return sent;
}

/**
 * @param backend `{ db, env, pids, depth }`
 * @param table whose queue is full; the service has its name
 * @param sinceId ids of earlier rows are below it
 * @param profileDirectory where the workers write a CPU profile, if anywhere
 * @returns rows per second, and log bytes and CPU microseconds (workers, server, Redis) per row. Of several workers only
 *   the time counts in which all of them were there: they take a while to start on the same cores
 */
export async function drainOnce({ db, env, pids, depth }, table, { workers = 1, sinceId, profileDirectory } = {}) {
  const started = [];
  const sampling = sampleCpu(() => ({
    workers: started.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
    postgres: cpuSecondsOfTree(pids.postgres),
    redis: cpuSeconds(pids.redis),
  }));
  let readyAt = 0;
  let cpuBetween;
  const { walBytes } = await withWal(db, async () => {
    try {
      const starts = Array.from({ length: workers }, () =>
        startService(table, { env, profileDirectory }).then((one) => started.push(one)),
      );
      await Promise.all(starts);
      if (workers > 1) readyAt = Date.now();
      await depth.untilEmpty(DRAIN_MS);
    } finally {
      cpuBetween = await sampling.stop();
      await Promise.all(started.map(({ stop }) => stop()));
    }
  });
  const commits = await readCommits(db, table, sinceId);
  const rows = commits.reduce((sum, commit) => sum + commit.rows, 0);
  const rate = rateOf(commits.filter(({ at }) => at >= readyAt));
  const timed = (rate.perSecond * (rate.toMs - rate.fromMs)) / 1_000;
  const cpu = Object.entries(cpuBetween(rate.fromMs, rate.toMs));
  return {
    ...rate,
    rows,
    counted: rate.rows,
    walBytesPerRow: walBytes / rows,
    cpuMicrosPerRow: Object.fromEntries(cpu.map(([role, seconds]) => [role, (1e6 * seconds) / timed])),
  };
}
