// CPU of one worker process per row, where the same projects are spread over 1 and over more queue shards of one server.
import path from 'node:path';
import { mkdir } from 'node:fs/promises';
import { median, spread, withSpread } from '../support/statistics.mjs';
import { printTable } from '../support/table.mjs';
import { withDrainBackend } from './backend.mjs';
import { drainOnce, fillQueue } from './drainOnce.mjs';

const PROJECTS = 40;
const BATCH = 20;

/** Spans of 40 projects, drained from each number of queue shards. @param {readonly number[]} counts */
export async function drainShards(directory, counts, { runs, rows }) {
  const results = [];
  for (const shards of counts) {
    const own = path.join(directory, `shards-${shards}`);
    await mkdir(own, { mode: 0o755 });
    results.push(
      await withDrainBackend(own, { projects: PROJECTS, shards }, (backend) => drain(backend, shards, runs, rows)),
    );
  }
  if (results.length > 0) {
    printTable(
      `spans of ${PROJECTS} projects, one worker process`,
      results.map(({ shards, perSecond, rowsOfCommit, cpuMicrosPerRow }) => ({
        shards: String(shards),
        'worker/s': withSpread(perSecond),
        'rows a commit': rowsOfCommit,
        'worker µs': cpuMicrosPerRow.workers,
        'postgres µs': cpuMicrosPerRow.postgres,
        'redis µs': cpuMicrosPerRow.redis,
      })),
    );
  }
  return results;
}

async function drain(backend, shards, runs, rows) {
  const drains = [];
  await backend.withGenerator(Array(BATCH).fill('span'), async (generator) => {
    for (let run = 0; run < runs; run += 1) {
      await backend.empty();
      await fillQueue(generator, rows);
      drains.push(await drainOnce(backend, 'spans'));
    }
  });
  const roles = Object.keys(drains[0].cpuMicrosPerRow);
  return {
    shards,
    perSecond: spread(drains.map(({ perSecond }) => perSecond)),
    rowsOfCommit: median(drains.map(({ rowsOfCommit }) => rowsOfCommit)),
    cpuMicrosPerRow: Object.fromEntries(
      roles.map((role) => [role, median(drains.map(({ cpuMicrosPerRow }) => cpuMicrosPerRow[role]))]),
    ),
  };
}
