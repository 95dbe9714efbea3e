import { HOUR_MS, type CountedType, type Outcome, type Reason } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, unnest } from '@sluice/db';

/** A refused event that is kept for a while to explain the refusal. */
export interface RefusedSample {
  readonly id: string;
  /** Arrival at the gateway, milliseconds since 1970. */
  readonly atMs: number;
  readonly type: CountedType;
  readonly outcome: Outcome;
  readonly reason: Exclude<Reason, ''>;
  /** Name of the filter's entry that dropped it. */
  readonly entry: string | null;
  /** For an invalid event, the field that is wrong, and why. */
  readonly field: string | null;
  readonly problem: string | null;
  /** The event as JSON, scrubbed; cut if it is long. */
  readonly event: string;
}

/** A {@link RefusedSample} of a project. */
export interface NewRefusedSample extends Omit<RefusedSample, 'reason'> {
  readonly reason: Reason;
  readonly projectId: string;
}

/** How long samples are kept, in milliseconds, how many of a reason, and how many bytes of a project. */
export const SAMPLE_MS = HOUR_MS;
const SAMPLES_PER_REASON = 20;
const MAX_PROJECT_BYTES = 1_048_576;

/** Upper bound of a row's size without its event. */
const ROW_BYTES = 1_024;

/** Stores samples; of their projects only the newest stay, within the bounds above, and the newest of each entry of a filter. */
export async function storeRefusedSamples(db: Queryable, samples: readonly NewRefusedSample[]): Promise<void> {
  if (samples.length === 0) return;
  await sql`
    insert into refused_samples (project_id, reason, at, id, outcome, type, entry, field, problem, event, event_bytes)
    select t.*, octet_length(t.event) from ${unnest('t', {
      project_id: ['int8', samples.map(({ projectId }) => projectId)],
      reason: ['text', samples.map(({ reason }) => reason)],
      at: ['timestamptz', samples.map(({ atMs }) => new Date(atMs).toISOString())],
      id: ['uuid', samples.map(({ id }) => id)],
      outcome: ['text', samples.map(({ outcome }) => outcome)],
      type: ['text', samples.map(({ type }) => type)],
      entry: ['text', samples.map(({ entry }) => entry)],
      field: ['text', samples.map(({ field }) => field)],
      problem: ['text', samples.map(({ problem }) => problem)],
      event: ['text', samples.map(({ event }) => event)],
    })}
    on conflict do nothing`.execute(db.kysely);
  const projects = [...new Set(samples.map(({ projectId }) => projectId))];
  await sql`
    delete from refused_samples s using (
      select project_id, reason, at, id,
        row_number() over (partition by project_id, reason order by at desc, id desc) as place,
        entry is not null and row_number() over (partition by project_id, reason, entry order by at desc, id desc) = 1 as is_last,
        sum(coalesce(event_bytes, 0) + ${ROW_BYTES}::int) over (partition by project_id order by at desc, id desc) as bytes
      from refused_samples where project_id = any(${projects}::int8[])
    ) r
    where s.project_id = r.project_id and s.reason = r.reason and s.at = r.at and s.id = r.id
      and ((r.place > ${SAMPLES_PER_REASON} and not r.is_last) or r.bytes > ${MAX_PROJECT_BYTES})`.execute(db.kysely);
}

/** Returns the samples of a project that arrived since `sinceMs` (milliseconds since 1970), newest first. */
export async function listRefusedSamples(
  db: Queryable,
  projectId: string,
  {
    reason,
    sinceMs,
    limit,
  }: { readonly reason?: string | undefined; readonly sinceMs: number; readonly limit: number },
): Promise<readonly RefusedSample[]> {
  const { rows } = await sql<Omit<RefusedSample, 'atMs'> & { readonly at: Date }>`
    select id, at, type, outcome, reason, entry, field, problem, event from refused_samples
    where project_id = ${projectId} and at >= ${new Date(sinceMs)}
      and (${reason ?? null}::text is null or reason = ${reason ?? null})
    order by at desc, id desc limit ${limit}`.execute(db.kysely);
  return rows.map(({ at, ...row }) => ({ ...row, atMs: at.getTime() }));
}
