import { readDatabaseClock, type Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';

/** Tolerated difference between this process's clock and PostgreSQL's, in milliseconds. */
const MOST_MS = 60_000;

/**
 * Returns a sentence about this process's clock, or `undefined` if it agrees with PostgreSQL's or PostgreSQL is
 * unavailable, which another check reports.
 */
export async function clockProblem(db: Database, clock: Clock): Promise<string | undefined> {
  const asked = clock();
  const theirs = await readDatabaseClock(db).catch(() => undefined);
  if (theirs === undefined) return undefined;
  const off = Math.max(asked - theirs, theirs - clock());
  if (off <= MOST_MS) return undefined;
  return `the clock is ${Math.round(off / 1_000)} s off PostgreSQL's; synchronize it with NTP; retention is paused until then`;
}
