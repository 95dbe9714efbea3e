// Disk space of a stored event, by type: rows, indexes and TOAST of its table, and growth of all other tables
// (receipts, usage, derived).
import { eventsOf } from '../endToEnd/events.mjs';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { withDatabase } from '../support/servers.mjs';
import { perEvent, sumByTable } from './perEvent.mjs';

const BATCH = 20;
const CONNECTIONS = 16;
const SECONDS_AT_MOST = 300;
const DRAIN_MS = 300_000;

/** The table of each type. */
export const TABLES = { exception: 'exceptions', log: 'logs', span: 'spans', hit: 'hits', replay: 'replays' };

/** Sends events of one type in batches of 20. @returns how many were accepted */
export async function sendType({ port, keys, firstSerial }, type, events) {
  const kinds = Array(BATCH).fill(type);
  const variety = { users: 5_000, groups: 20, agents: 50 };
  const load = await startGenerator({ port, keys, connections: CONNECTIONS, kinds, variety, firstSerial });
  try {
    const sent = await load.run({ rate: 0, seconds: SECONDS_AT_MOST, batches: Math.ceil(events / BATCH) });
    return sent.processed;
  } finally {
    await load.stop();
  }
}

/** Bytes of JSON that one event of a type is on the wire, its share of the batch's envelope included. */
export const wireBytes = (type) => JSON.stringify({ events: eventsOf(Array(BATCH).fill(type)) }).length / BATCH;

async function readSizes(databaseUrl) {
  return withDatabase(databaseUrl, async (db) => {
    // Free space maps and visibility maps appear with a vacuum: done before both readings.
    await db.pool.query('vacuum analyze');
    const { rows } = await db.pool.query(
      `select coalesce(pg_partition_root(oid), oid)::regclass::text as table, pg_total_relation_size(oid) as bytes
       from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    return sumByTable(rows);
  });
}

/** @returns {Promise<{ type: string, events: number, wireBytes: number, ownBytes: number, otherBytes: number }[]>} */
export async function measureDisk({ port, keys, databaseUrl, depth }, events) {
  const results = [];
  let firstSerial = 1;
  for (const [type, table] of Object.entries(TABLES)) {
    const before = await readSizes(databaseUrl);
    const stored = await sendType({ port, keys, firstSerial }, type, events);
    firstSerial += Math.ceil(events / BATCH);
    await depth.untilEmpty(DRAIN_MS);
    const after = await readSizes(databaseUrl);
    results.push({
      type,
      events: stored,
      wireBytes: wireBytes(type),
      ...perEvent({ before, after, table, events: stored }),
    });
  }
  return results;
}
