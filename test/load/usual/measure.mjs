// The three measurements of one side, each on fresh servers.
import { MIX } from '../endToEnd/events.mjs';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { keeping } from '../support/keeping.mjs';
import { waitUntil } from '../support/processes.mjs';
import { COMMIT_TIMES, makeProjects, startServers, withDatabase } from '../support/servers.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { makeTables, readStored } from './tables.mjs';

const CONNECTIONS = 64;
const PROJECTS = 10;
const WARM_SECONDS = 1;
const STORED_MS = 600_000;
const PREFILL_SECONDS = 300;
const SPANS = Array(20).fill('span');

/** Servers with both sides' tables, and whatever `use` starts: `keep(stoppable)` has it stopped afterwards, in reverse. */
function withServers(use) {
  return withDirectory((directory) =>
    keeping(async (keep) => {
      const servers = await keep(startServers(directory, { postgresSettings: COMMIT_TIMES }));
      const projects = await makeProjects(servers.env.DATABASE_URL, PROJECTS);
      await withDatabase(servers.env.DATABASE_URL, makeTables);
      const keys = projects.map(({ key }) => key);
      const generate = (port, kinds) =>
        keep(startGenerator({ port, keys, connections: CONNECTIONS, kinds, variety: { users: 5_000, groups: 20 } }));
      return use({ servers, directory, keep, generate });
    }),
  );
}

const stored = (servers, schema) => withDatabase(servers.env.DATABASE_URL, (db) => readStored(db, schema));

/** Accepted events per second without workers, with as many requests as 64 connections carry. */
export const measureAccepted = (side, { seconds }) =>
  withServers(async ({ servers, keep, generate }) => {
    const intake = await keep(side.startIntake(servers));
    const generator = await generate(intake.port, MIX);
    await generator.run({ rate: 0, seconds: WARM_SECONDS });
    const sent = await generator.run({ rate: 0, seconds });
    return { perSecond: sent.perSecond, answerP99Ms: sent.answerP99Ms, notOk: sent.sentEvents - sent.processed };
  });

/** Rows per second of one worker process that finds `rows` spans waiting, from its first commit to its last. */
export const measureWorker = (side, { rows }) =>
  withServers(async ({ servers, keep, generate }) => {
    const intake = await keep(side.startIntake(servers));
    const generator = await generate(intake.port, SPANS);
    const sent = await generator.run({ rate: 0, seconds: PREFILL_SECONDS, batches: Math.ceil(rows / SPANS.length) });
    const queue = await keep(side.openQueue(servers));
    await keep(side.startWorker(servers));
    await waitUntil(queue.isEmpty, 'the queue is empty', STORED_MS);
    const found = await stored(servers, side.schema);
    return {
      perSecond: (1_000 * found.rows) / (found.lastMs - found.firstMs),
      rows: found.rows,
      missing: sent.processed - found.rows,
    };
  });

/** Everything at once: events stored, by the time from the first that was sent to the last that was stored. */
export const measureEndToEnd = (side, { seconds }) =>
  withServers(async ({ servers, directory, keep, generate }) => {
    const all = await keep(side.startAll(servers, directory));
    const generator = await generate(all.port, MIX);
    const queue = await keep(side.openQueue(servers));
    await generator.run({ rate: 0, seconds: WARM_SECONDS });
    await waitUntil(queue.isEmpty, 'the queue is empty', STORED_MS);
    const before = await stored(servers, side.schema);
    const startedMs = Date.now();
    const sent = await generator.run({ rate: 0, seconds });
    await waitUntil(queue.isEmpty, 'the queue is empty', STORED_MS);
    const found = await stored(servers, side.schema);
    const rows = found.rows - before.rows;
    return {
      perSecond: (1_000 * rows) / (found.lastMs - startedMs),
      acceptedPerSecond: sent.perSecond,
      drainMs: found.lastMs - startedMs - sent.ranMs,
      missing: sent.processed - rows,
    };
  });
