import type { Clock } from '@sluice/runtime';
import { sql } from 'kysely';
import type { Database } from '../connection/createDatabase.js';

/** A streaming replica, and how far it has replayed. */
interface FollowedReplica {
  /** Milliseconds since 1970 by `clock`: it has everything that was committed before. `undefined` if that is not known. */
  readonly freshMs: () => number | undefined;
  /** Compares it with the primary. @throws if one of them does not answer, or if it is no replica of the primary */
  readonly poll: () => Promise<void>;
  /** Forgets how far it was, until the next {@link poll}. */
  readonly forget: () => void;
}

/** What the primary had written at a time. */
interface Sample {
  readonly atMs: number;
  readonly lsn: bigint;
}

/** Positions of the primary that a replica has not reached. With a poll every half second, the last hour. */
const MAX_SAMPLES = 7_200;

/**
 * Returns how fresh a replica is, without writing anything: each poll notes the position of the primary in its log, and the
 * replica is as fresh as the latest note that it has replayed. So the age also grows while the replica receives nothing, when its
 * own measures say that it has replayed everything that it received. Transactions with asynchronous commit may be missing for
 * longer, by `wal_writer_delay` × 3.
 */
export function followReplica(primary: Database, replica: Database, clock: Clock): FollowedReplica {
  let samples: readonly Sample[] = [];
  let freshMs: number | undefined;
  const forget = (): void => {
    freshMs = undefined;
  };
  const poll = async (): Promise<void> => {
    const atMs = clock();
    const written = await readPrimary(primary);
    samples = [...samples, { atMs, lsn: written.lsn }].slice(-MAX_SAMPLES);
    try {
      const replayed = await readReplica(replica);
      if (replayed.system !== written.system) throw new Error(NO_REPLICA);
      const reached = samples.filter(({ lsn }) => lsn <= replayed.lsn);
      freshMs = reached.at(-1)?.atMs ?? freshMs;
      samples = samples.slice(reached.length);
    } catch (error) {
      forget();
      throw error;
    }
  };
  return { freshMs: () => freshMs, poll, forget };
}

const NO_REPLICA = 'the server of DATABASE_READ_URL is no streaming replica of that of DATABASE_URL';

/** A position in the log of a database system. */
interface Position {
  readonly lsn: bigint;
  readonly system: string;
}

interface PositionRow {
  readonly lsn: string | null;
  readonly system: string;
}

async function readPrimary({ kysely }: Database): Promise<Position> {
  const { rows } = await sql<PositionRow>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as lsn,
      (select system_identifier::text from pg_control_system()) as system`.execute(kysely);
  return { lsn: BigInt(rows[0]?.lsn ?? 0), system: rows[0]?.system ?? '' };
}

async function readReplica({ kysely }: Database): Promise<Position> {
  const { rows } = await sql<PositionRow>`
    select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text end as lsn,
      (select system_identifier::text from pg_control_system()) as system`.execute(kysely);
  const { lsn = null, system = '' } = rows[0] ?? {};
  if (lsn === null) throw new Error(NO_REPLICA);
  return { lsn: BigInt(lsn), system };
}
