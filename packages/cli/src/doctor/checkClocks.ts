import { readDatabaseClock, type Database } from '@sluice/db';
import { addressOf, serversOf, type RedisClient, type RedisServer } from '@sluice/redis';
import type { Clock } from '@sluice/runtime';
import { durationText } from '../output/words.js';
import { fail, ok, warn, type Finding } from './finding.js';

/** Allowed clock differences in milliseconds. Above the larger one, timestamps are replaced and jobs expire early. */
const DIFFERENCE = { warn: 5_000, fail: 60_000 } as const;

/** Reads another clock, milliseconds since 1970. */
type ReadClock = () => Promise<number>;

/** Compares the clock of this machine with those of PostgreSQL and Redis. */
export async function checkClocks(
  clock: Clock,
  db: Database | undefined,
  client: RedisClient | undefined,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  if (db !== undefined) findings.push(await compare('clock and postgres', clock, () => readDatabaseClock(db)));
  if (client === undefined) return findings;
  const servers = serversOf(client);
  for (const server of servers) {
    const name = servers.length === 1 ? 'clock and redis' : `clock and redis ${addressOf(server)}`;
    findings.push(await compare(name, clock, () => readRedisClock(server)));
  }
  return findings;
}

async function readRedisClock(client: RedisServer): Promise<number> {
  const [seconds = 0, microseconds = 0] = (await client.time()).map(Number);
  return seconds * 1_000 + microseconds / 1_000;
}

async function compare(name: string, clock: Clock, read: ReadClock): Promise<Finding> {
  const asked = clock();
  const theirs = await read();
  const answered = clock();
  // Allow for the round trip.
  const ahead = Math.max(asked - theirs, 0) - Math.max(theirs - answered, 0);
  const message = `this machine is ${durationText(Math.abs(ahead))} ${ahead < 0 ? 'behind' : 'ahead'}`;
  const advice = 'Synchronize the clocks of all machines with NTP: hours, retention and receipts depend on them';
  if (Math.abs(ahead) > DIFFERENCE.fail) return fail(name, message, advice);
  if (Math.abs(ahead) > DIFFERENCE.warn) return warn(name, message, advice);
  return ok(name, 'agree');
}
