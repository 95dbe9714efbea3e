import { startOfHour, type CountedType, type Outcome, type Reason } from '@sluice/contract';
import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest } from '@sluice/db';

/** Events to add to the usage. */
export interface UsageDelta {
  readonly projectId: string;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Reason;
  /** Hours since 1970. */
  readonly hour: number;
  /** Epoch of the ledger that charged them. */
  readonly epoch: string;
  readonly count: number;
  /** The earliest arrival among them, milliseconds since 1970. */
  readonly arrivalMs: number;
}

/** Adds to `usage`, and lowers the time of a project's first accepted event if these are earlier. */
export async function addUsage(tx: Tx, deltas: readonly UsageDelta[]): Promise<void> {
  if (deltas.length === 0) return;
  const merged = mergeByKey(deltas, keyOf, (delta) => delta, mergeDeltas);
  await sql`
    insert into usage as u (project_id, type, outcome, reason, hour, epoch, count)
    select * from ${unnest('t', {
      project_id: ['int8', merged.map((delta) => delta.projectId)],
      type: ['text', merged.map((delta) => delta.type)],
      outcome: ['text', merged.map((delta) => delta.outcome)],
      reason: ['text', merged.map((delta) => delta.reason)],
      hour: ['timestamptz', merged.map((delta) => new Date(startOfHour(delta.hour)).toISOString())],
      epoch: ['text', merged.map((delta) => delta.epoch)],
      count: ['int8', merged.map((delta) => delta.count)],
    })}
    on conflict (project_id, type, outcome, reason, hour, epoch) do update set count = u.count + excluded.count`.execute(
    tx.kysely,
  );
  await recordFirstAccepted(
    tx,
    merged.filter((delta) => delta.outcome === 'processed'),
  );
}

const keyOf = (delta: UsageDelta): readonly string[] => [
  delta.projectId,
  delta.type,
  delta.outcome,
  delta.reason,
  String(delta.hour),
  delta.epoch,
];

const mergeDeltas = (a: UsageDelta, b: UsageDelta): UsageDelta => ({
  ...a,
  count: a.count + b.count,
  arrivalMs: Math.min(a.arrivalMs, b.arrivalMs),
});

/** Reads before it writes: after a project's first minutes this is one read without locks. */
async function recordFirstAccepted(tx: Tx, deltas: readonly UsageDelta[]): Promise<void> {
  const firsts = mergeByKey(
    deltas,
    (delta) => [delta.projectId],
    (delta) => delta,
    mergeDeltas,
  );
  if (firsts.length === 0) return;
  const known = await tx.kysely
    .selectFrom('first_accepted')
    .selectAll()
    .where(sql<boolean>`project_id = any(${firsts.map((first) => first.projectId)}::int8[])`)
    .execute();
  const knownMs = new Map(known.map((row) => [row.project_id, row.at.getTime()]));
  const earlier = firsts.filter((first) => first.arrivalMs < (knownMs.get(first.projectId) ?? Infinity));
  if (earlier.length === 0) return;
  await sql`
    insert into first_accepted as f (project_id, at)
    select * from ${unnest('t', {
      project_id: ['int8', earlier.map((first) => first.projectId)],
      at: ['timestamptz', earlier.map((first) => new Date(first.arrivalMs).toISOString())],
    })}
    on conflict (project_id) do update set at = least(f.at, excluded.at)`.execute(tx.kysely);
}
