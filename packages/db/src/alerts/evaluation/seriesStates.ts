import { sql } from 'kysely';
import { runByShard, type Placed } from '../../citus/shards.js';
import type { Queryable } from '../../connection/createDatabase.js';
import type { Tx } from '../../connection/inTransaction.js';
import { unnest } from '../../connection/unnest.js';
import { NEW_SERIES, type SeriesState } from './seriesState.js';
import type { SeriesTarget } from './seriesTarget.js';

/** A subject of a rule, by which its state is stored. */
export interface SubjectKey extends Pick<SeriesTarget, 'projectId' | 'subject'> {
  readonly rule: Pick<SeriesTarget['rule'], 'id'>;
}

/** The state of a series with what was reported of it. */
export interface StoredSeries extends SeriesState {
  /** What it is the state of; `null`: not known. */
  readonly series: string | null;
  /** Whether its last firing was reported, not suppressed. */
  readonly isNotified: boolean;
  /** When something was last reported of it by PostgreSQL's clock, milliseconds since 1970; `null`: never. */
  readonly notifiedMs: number | null;
}

/** A series with its states before and after a minute. */
export interface SeriesChange {
  readonly target: SubjectKey & { readonly series: string | null };
  readonly before: SeriesState;
  readonly next: SeriesState;
  readonly value: number | null;
}

/** `touched_at`, which retention uses, is indexed: it changes with the state, and at most once an hour otherwise. */
const TOUCH_MS = 3_600_000;
const TOUCH = sql`
  case when s.state <> n.state or s.touched_at < n.stale then n.now else s.touched_at end`;

/** Returns a text that is the same for the same subject only. */
export const keyOf = ({ projectId, rule, subject }: SubjectKey): string => `${projectId}/${rule.id}/${subject}`;
const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

const keyColumns = (keys: readonly SubjectKey[]) =>
  ({
    project_id: ['int8', keys.map(({ projectId }) => projectId)],
    rule_id: ['int8', keys.map(({ rule }) => rule.id)],
    subject: ['text', keys.map(({ subject }) => subject)],
  }) as const;

/** Returns the states of these series, in order. */
export async function readSeriesStates(db: Placed, targets: readonly SubjectKey[]): Promise<readonly StoredSeries[]> {
  const rows = await runByShard(
    db,
    targets,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<StateRow>`
      select ${STATE} from ${unnest('n', keyColumns(items))}
      join alert_subjects s on s.project_id = n.project_id and s.rule_id = n.rule_id and s.subject = n.subject
      where ${within('s.project_id')}`,
  );
  const states = new Map(rows.map((row) => [keyOf(subjectOf(row)), stateOf(row)]));
  return targets.map((target) => states.get(keyOf(target)) ?? UNKNOWN);
}

const UNKNOWN: StoredSeries = { ...NEW_SERIES, series: null, isNotified: false, notifiedMs: null };

/** Returns every series that fires, also those of rules that no longer are. */
export async function readFiringSeries(
  db: Queryable,
): Promise<readonly { readonly key: SubjectKey; readonly before: StoredSeries }[]> {
  const { rows } = await sql<StateRow>`
    select ${STATE} from alert_subjects s where s.state in ('firing', 'recovering')`.execute(db.kysely);
  return rows.map((row) => ({ key: subjectOf(row), before: stateOf(row) }));
}

const STATE = sql`
  s.project_id, s.rule_id, s.subject, s.state, s.series, s.since, s.evaluated_at, s.is_notified, s.notified_at`;

const subjectOf = ({ project_id: projectId, rule_id: id, subject }: StateRow): SubjectKey => ({
  ...{ projectId, rule: { id }, subject },
});

const stateOf = ({ state, series, since, evaluated_at: evaluated, ...row }: StateRow): StoredSeries => ({
  ...{ state, series, sinceMs: since?.getTime() ?? null, evaluatedMs: evaluated?.getTime() ?? null },
  ...{ isNotified: row.is_notified, notifiedMs: row.notified_at?.getTime() ?? null },
});

interface StateRow {
  readonly project_id: string;
  readonly rule_id: string;
  readonly subject: string;
  readonly state: SeriesState['state'];
  readonly series: string | null;
  readonly since: Date | null;
  readonly evaluated_at: Date | null;
  readonly is_notified: boolean;
  readonly notified_at: Date | null;
}

/**
 * Stores the states of series that no other process has evaluated or ended since they were read, and returns those. Call it before
 * anything is recorded about them, in the same transaction: a minute of a series is then reported once.
 *
 * Takes an advisory lock until the transaction ends, because an UPDATE locks rows in no particular order.
 */
export async function storeSeriesStates(
  tx: Tx,
  changes: readonly SeriesChange[],
  nowMs: number,
): Promise<readonly SeriesChange[]> {
  if (changes.length === 0) return [];
  await sql`select pg_advisory_xact_lock(hashtextextended('sluice.alerts.series', 0))`.execute(tx.kysely);
  await insertMissing(
    tx,
    changes.filter(({ before }) => before.evaluatedMs === null).map(({ target }) => target),
    nowMs,
  );
  const rows = await runByShard(
    tx,
    changes,
    ({ target }) => target.projectId,
    ({ items, within }) => sql<Pick<StateRow, 'project_id' | 'rule_id' | 'subject'>>`
      update alert_subjects s set state = n.state, series = n.series, since = n.since, value = n.value,
        evaluated_at = n.evaluated_at, touched_at = ${TOUCH}
      from ${unnest('n', {
        ...keyColumns(items.map(({ target }) => target)),
        before: ['timestamptz', items.map(({ before }) => time(before.evaluatedMs))],
        before_state: ['text', items.map(({ before }) => before.state)],
        state: ['text', items.map(({ next }) => next.state)],
        series: ['uuid', items.map(({ target }) => target.series)],
        since: ['timestamptz', items.map(({ next }) => time(next.sinceMs))],
        value: ['float8', items.map(({ value }) => value)],
        evaluated_at: ['timestamptz', items.map(({ next }) => time(next.evaluatedMs))],
        now: ['timestamptz', items.map(() => time(nowMs))],
        stale: ['timestamptz', items.map(() => time(nowMs - TOUCH_MS))],
      })}
      where s.project_id = n.project_id and s.rule_id = n.rule_id and s.subject = n.subject
        and s.evaluated_at is not distinct from n.before and s.state = n.before_state and ${within('s.project_id')}
      returning s.project_id, s.rule_id, s.subject`,
  );
  const stored = new Set(rows.map((row) => `${row.project_id}/${row.rule_id}/${row.subject}`));
  return changes.filter(({ target }) => stored.has(keyOf(target)));
}

async function insertMissing(tx: Tx, targets: readonly SubjectKey[], nowMs: number): Promise<void> {
  if (targets.length === 0) return;
  await sql`
    insert into alert_subjects (project_id, rule_id, subject, touched_at)
    select n.*, ${time(nowMs)}::timestamptz from ${unnest('n', keyColumns(targets))}
    on conflict do nothing`.execute(tx.kysely);
}
