import { sql, type RawBuilder } from 'kysely';
import { type Database, inTransaction, type Tx } from '@sluice/db';
import type { DeriveDeps } from './deriveDeps.js';
import { deriveExceptions } from './deriveExceptions.js';
import { deriveReplays } from './deriveReplays.js';
import { deriveVisits } from './deriveVisits.js';
import type { DerivedKind, DueDay } from './dueDays.js';

/** Replaces the rows of a project's day. */
type Derive = (tx: Tx, projectId: string, dayMs: number, deps: DeriveDeps) => Promise<void>;

const DERIVE: Readonly<Record<DerivedKind, Derive>> = {
  hit: deriveVisits,
  exception: deriveExceptions,
  replay: deriveReplays,
};

/**
 * Derives the counts of a project's day from its stored events, in one transaction that replaces the earlier ones: a reader
 * sees all of them or none. Idempotent. `due.count` was read before the events, so an event that is stored meanwhile makes the
 * day due again. Two derivations of one day run one after the other.
 */
export async function deriveDay(db: Database, due: DueDay, deps: DeriveDeps): Promise<void> {
  const { clock } = deps;
  const { projectId, kind, day, count } = due;
  const began = clock();
  await inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`sluice.derive.${projectId}.${kind}.${day}`}, 0))`.execute(
      tx.kysely,
    );
    await DERIVE[kind](tx, projectId, Date.parse(day), deps);
    const took: RawBuilder<unknown> = sql`${Math.max(0, Math.round(clock() - began))}`;
    await sql`
      insert into derived_days (project_id, kind, day, count, derived_at, took_ms)
      values (${projectId}, ${kind}, ${day}, ${count}, now(), ${took})
      on conflict (project_id, kind, day) do update set
        count = excluded.count, derived_at = excluded.derived_at, took_ms = excluded.took_ms`.execute(tx.kysely);
  });
}
