import { Redis } from 'ioredis';
import { tally, type Tally } from '../../e2e/support/send.js';
import { tableOf } from '../../e2e/support/stored.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { addTallies } from './load.js';
import { type Observed } from './judge.js';

const serialsSql = Object.values(tableOf)
  .map((table) => `select '${table}' as place, tags ->> 'serial' as serial from ${table} where project_id = $1`)
  .join(' union all ');

/** Reads the state of the project for the judge by SQL. */
export async function observe(system: System, { id }: Pick<Project, 'id'>): Promise<Observed> {
  const rows = await system.sql<{ place: string; serial: string | null }>(serialsSql, [id]);
  const letters = await system.sql<{ events: number; payload: Buffer }>(
    'select events, payload from dead_letters where project_id = $1',
    [id],
  );
  const places = new Map<string, string[]>();
  const found = (serial: string, place: string): void =>
    void places.set(serial, [...(places.get(serial) ?? []), place]);
  for (const { place, serial } of rows) found(serial ?? 'a row without a serial', place);
  for (const { payload } of letters) {
    for (const [, serial = ''] of payload.toString('utf8').matchAll(/"serial":"([^"]+)"/g))
      found(serial, 'dead letter');
  }
  const lettered = letters.reduce((sum, { events }) => sum + events, 0);
  const [erased] = await system.sql<{ count: number }>(
    'select coalesce(sum(count), 0)::int as count from erased_events where project_id = $1',
    [id],
  );
  const usage = await usageSums(system, id);
  return { places, rows: rows.length, letters: lettered, erased: erased?.count ?? 0, usage };
}

/** Returns the number of stored, dead-lettered or erased events of a project. */
export async function countKept(system: System, { id }: Pick<Project, 'id'>): Promise<number> {
  const counts = Object.values(tableOf).map((table) => `(select count(*) from ${table} where project_id = $1)`);
  const sql = `select (${counts.join(' + ')}
    + (select coalesce(sum(events), 0) from dead_letters where project_id = $1)
    + (select coalesce(sum(count), 0) from erased_events where project_id = $1))::int as kept`;
  const [row] = await system.sql<{ kept: number }>(sql, [id]);
  return row?.kept ?? 0;
}

async function usageSums(system: System, projectId: string): Promise<Tally> {
  const rows = await system.sql<{ outcome: string; count: number }>(
    'select outcome, sum(count)::float8 as count from usage where project_id = $1 group by outcome',
    [projectId],
  );
  return addTallies([tally(), tally(Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count])))]);
}

const TYPES = 'exception|log|span|hit|replay|metric';
/** Lists of a queue that hold jobs; none exists in an idle system. */
const JOB_LISTS = new RegExp(`^\\{sl\\d+\\}:(?:${TYPES}):(?:wait|active|delayed|paused|prioritized|failed|completed)$`);
/** Keys that BullMQ keeps for an empty queue. */
const QUEUE_KEYS = new RegExp(`^\\{sl\\d+\\}:(?:${TYPES}):(?:meta|id|events|marker|stalled|stalled-check|limiter|pc)$`);
const LASTING = [
  /^sl:\{org:[^}]+\}:ledger$/,
  /^sl:\{organizations\}$/,
  /^sl:\{settings\}:(?:keys|changes)$/,
  /^\{sl\d+\}:counts$/,
  /^\{sl0\}:placement$/,
  /^\{sl\d+\}:fence$/,
  QUEUE_KEYS,
];

/**
 * Returns one sentence for each key that an idle Redis should not contain: jobs and lists of jobs, jobs that no list
 * contains, and records, results, marks and unknown keys without expiry.
 */
export async function leftoversIn(redisUrl: string): Promise<string[]> {
  const left = await Promise.all((await serversOf(redisUrl)).map(leftoversOn));
  return left.flat().sort();
}

/** URL of each server that has keys: for a cluster, of each that is a master now. */
async function serversOf(redisUrl: string): Promise<readonly string[]> {
  const [scheme, hosts = ''] = redisUrl.split('://');
  if (scheme !== 'redis+cluster') return [redisUrl];
  const asked = await Promise.allSettled(hosts.split(',').map(mastersKnownTo));
  const [known] = asked.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  if (known === undefined) throw new Error('no node of the cluster answers');
  return known;
}

async function mastersKnownTo(host: string): Promise<readonly string[]> {
  const client = new Redis(`redis://${host}`, { retryStrategy: () => null, maxRetriesPerRequest: 0 });
  client.on('error', () => undefined);
  try {
    const ranges = (await client.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
    return [...new Set(ranges.map(([, , [address, port]]) => `redis://${address}:${port}`))];
  } finally {
    client.disconnect();
  }
}

async function leftoversOn(serverUrl: string): Promise<string[]> {
  const client = new Redis(serverUrl);
  client.on('error', () => undefined);
  try {
    const left: string[] = [];
    let cursor = '0';
    do {
      const [next, keys] = await client.scan(cursor, 'COUNT', 1_000);
      cursor = next;
      const ttls = await Promise.all(keys.map((key) => client.pttl(key)));
      keys.forEach((key, index) => {
        if (JOB_LISTS.test(key)) left.push(`${key} is not empty`);
        else if (ttls[index] === -1 && !LASTING.some((form) => form.test(key))) left.push(`${key} would stay for ever`);
      });
    } while (cursor !== '0');
    return [...left, ...(await uncounted(client))];
  } finally {
    client.disconnect();
  }
}

/** Depth in events is published − finished: with empty queues they are equal. */
async function uncounted(client: Redis): Promise<string[]> {
  const keys = await client.keys('{sl*}:counts');
  const counts = await Promise.all(keys.map((key) => client.hgetall(key)));
  return counts.flatMap((fields, index) =>
    TYPES.split('|').flatMap((type) => {
      const [published = '0', finished = '0'] = [fields[`${type}:published`], fields[`${type}:finished`]];
      return published === finished
        ? []
        : [`${keys[index]}: of ${published} events of ${type}s ${finished} are finished`];
    }),
  );
}
