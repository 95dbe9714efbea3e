// Part "drain". START HERE: rows per second of one worker process, everything derived included, against `psql \copy` of the rows it stored
// into an identical table; worker and reference alternate on the same two servers. Then several workers on the same issues.
import path from 'node:path';
import { summarizeProfile } from '../support/profile.mjs';
import { printBudgets, printTable } from '../support/table.mjs';
import { median, spread, withSpread } from '../support/statistics.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { withDrainBackend } from './backend.mjs';
import { copyRows, exportRows, hasPsql, makeReference } from './copy.mjs';
import { drainOnce, fillQueue } from './drainOnce.mjs';
import { drainShards } from './shards.mjs';

const BATCH = 20;

/** Which events fill a table's queue, and how many of the rows asked for: bigger rows need fewer for the same time. */
const TABLES = {
  spans: { kind: 'span', share: 1 },
  exceptions: { kind: 'exception', share: 0.3 },
  logs: { kind: 'log', share: 1 },
  hits: { kind: 'hit', share: 1 },
  replays: { kind: 'replay', share: 0.3 },
};

/** @type {import('../support/parts.mjs').Part} */
export const part = {
  name: 'drain',
  summary:
    'rows per second of one worker process of each type ÷ `psql \\copy` of the same rows; 1, 2, 4 workers on 20 issues; 1 and 8 queue shards',
  isShort: true,
  defaults: {
    runs: 5,
    rows: 200_000,
    tables: Object.keys(TABLES).join(','),
    workers: '1,2,4',
    shards: '1,8',
    profile: false,
  },
  run: (options) =>
    withDirectory(async (directory) => ({
      ...(await benchDrain(directory, options)),
      shards: await drainShards(directory, listOf(options.shards).map(Number), options),
    })),
};

/** @param {{ runs: number, rows: number, tables: string, workers: string, profile: boolean }} options `tables` and `workers` are lists with commas */
function benchDrain(directory, { runs, rows, tables, workers, profile }) {
  const wanted = listOf(tables);
  const unknown = wanted.filter((name) => !(name in TABLES));
  if (unknown.length > 0) throw new Error(`--tables ${unknown.join()}: there are ${Object.keys(TABLES).join(', ')}`);
  return withDrainBackend(directory, {}, async (backend) => {
    const reference = (await hasPsql()) ? 'psql \\copy' : 'COPY by the server (there is no psql)';
    console.log(`batches of ${BATCH} events, spans 10 a trace; reference: ${reference}; nothing is pinned to a core`);
    const results = {};
    for (const table of wanted) {
      results[table] = await compare(backend, table, { runs, rows: rows * TABLES[table].share });
      if (profile) results[table].profile = await profileOf(backend, table, rows * TABLES[table].share);
    }
    if (wanted.length > 0) report(results);
    const sharing = await shareIssues(backend, listOf(workers).map(Number), { runs, rows });
    const spans =
      results.spans === undefined ? [] : [{ name: 'spans ÷ \\copy', value: results.spans.ratio.median, atLeast: 0.45 }];
    return { part: part.name, reference, results, sharing, budgets: printBudgets(spans) };
  });
}

const listOf = (text) => text.split(',').filter((item) => item !== '');

/** Worker and reference in turns. */
async function compare(backend, table, { runs, rows }) {
  const kinds = Array(BATCH).fill(TABLES[table].kind);
  const pairs = [];
  await backend.withGenerator(kinds, async (generator) => {
    for (let run = 0; run < runs; run += 1) {
      await backend.empty();
      await fillQueue(generator, rows);
      const worker = await drainOnce(backend, table);
      await makeReference(backend.db, [table]);
      const exported = await exportRows(backend.db, { table });
      const copy = await copyRows(backend, `reference.${table}`, exported);
      await exported.remove();
      if (copy.rows !== worker.rows) throw new Error(`${worker.rows} rows were stored, ${copy.rows} copied`);
      pairs.push({ worker, copy, ratio: worker.perSecond / copy.perSecond });
    }
  });
  return figuresOf(pairs);
}

/** Profiles a worker in a drain that is not measured. */
async function profileOf(backend, table, rows) {
  const profileDirectory = path.join(backend.directory, `profile-${table}`);
  await backend.withGenerator(Array(BATCH).fill(TABLES[table].kind), async (generator) => {
    await backend.empty();
    await fillQueue(generator, rows);
    await drainOnce(backend, table, { profileDirectory });
  });
  const places = await summarizeProfile(profileDirectory);
  printTable(`where a worker of ${table} spent its time`, places);
  return places;
}

/** Medians and spreads of pairs of a worker and its reference. */
export function figuresOf(pairs) {
  const side = (name) => {
    const of = (read) => pairs.map((pair) => read(pair[name]));
    const roles = Object.keys(pairs[0][name].cpuMicrosPerRow);
    return {
      perSecond: spread(of(({ perSecond }) => perSecond)),
      walBytesPerRow: median(of(({ walBytesPerRow }) => walBytesPerRow)),
      cpuMicrosPerRow: Object.fromEntries(
        roles.map((role) => [role, median(of(({ cpuMicrosPerRow }) => cpuMicrosPerRow[role]))]),
      ),
    };
  };
  return {
    rows: pairs[0].worker.rows,
    rowsOfCommit: median(pairs.map(({ worker }) => worker.rowsOfCommit)),
    ratio: spread(pairs.map(({ ratio }) => ratio)),
    worker: side('worker'),
    copy: side('copy'),
  };
}

function report(results) {
  const entries = Object.entries(results);
  printTable(
    'one worker process, median (least–most)',
    entries.map(([table, { ratio, worker, copy, rows, rowsOfCommit }]) => ({
      table,
      rows,
      'worker/s': withSpread(worker.perSecond),
      'copy/s': withSpread(copy.perSecond),
      ratio: withSpread(ratio),
      'rows a commit': rowsOfCommit,
    })),
  );
  printTable(
    'per row',
    entries.map(([table, { worker, copy }]) => ({
      table,
      'WAL B': worker.walBytesPerRow,
      'WAL B copy': copy.walBytesPerRow,
      'worker µs': worker.cpuMicrosPerRow.workers,
      'postgres µs': worker.cpuMicrosPerRow.postgres,
      'redis µs': worker.cpuMicrosPerRow.redis,
      'psql µs': copy.cpuMicrosPerRow.client,
      'postgres µs copy': copy.cpuMicrosPerRow.postgres,
    })),
  );
}

const ISSUES = 20;

/** Exceptions of one project in 20 issues, drained by 1, 2, 4 workers at once. */
async function shareIssues(backend, counts, { runs, rows }) {
  const results = counts.map((workers) => ({ workers, perSecond: [], counted: [] }));
  const kinds = Array(BATCH).fill('exception');
  // Each event of a batch is of another group by its place.
  await backend.withGenerator(
    kinds,
    async (generator) => {
      for (let run = 0; run < runs; run += 1) {
        // Up and down in turns: a machine that gets busier meanwhile would else look like workers in each other's way.
        for (const { workers, perSecond, counted } of run % 2 === 0 ? results : results.toReversed()) {
          await backend.empty();
          await fillQueue(generator, rows * TABLES.exceptions.share * workers);
          const drained = await drainOnce(backend, 'exceptions', { workers });
          perSecond.push(drained.perSecond);
          counted.push(drained.counted / drained.rows);
          await expectIssues(backend.db);
        }
      }
    },
    { variety: { groups: ISSUES / BATCH } },
  );
  if (results.length > 0) {
    const shown = results.map(({ workers, perSecond, counted }) => ({
      workers: String(workers),
      'rows/s': withSpread(perSecond),
      // Rows stored before all workers have started are not counted.
      'share counted': median(counted),
    }));
    printTable(`exceptions, ${ISSUES} issues shared by the workers`, shown);
  }
  return results.map(({ workers, perSecond, counted }) => ({
    workers,
    perSecond: spread(perSecond),
    counted: median(counted),
  }));
}

async function expectIssues(db) {
  const { rows } = await db.pool.query('select count(*)::int as issues from issues');
  if (rows[0].issues !== ISSUES) throw new Error(`${rows[0].issues} issues instead of ${ISSUES}`);
}
