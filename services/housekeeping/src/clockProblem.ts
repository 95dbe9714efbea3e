import { readDatabaseClock, type Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';

/** How far this process's clock may be from PostgreSQL's, milliseconds. */
const MOST_MS = 60_000;

/**
 * What is wrong with this process's clock, in a sentence; `undefined` where it agrees with PostgreSQL's or that cannot be
 * asked, which is another check's matter.
 */
export async function clockProblem(db: Database, clock: Clock): Promise<string | undefined> {
  const asked = clock();
  const theirs = await readDatabaseClock(db).catch(() => undefined);
  if (theirs === undefined) return undefined;
  const off = Math.max(asked - theirs, theirs - clock());
  if (off <= MOST_MS) return undefined;
  return `the clock is ${Math.round(off / 1_000)} s off PostgreSQL's; set it (NTP): nothing is removed by it meanwhile`;
}
