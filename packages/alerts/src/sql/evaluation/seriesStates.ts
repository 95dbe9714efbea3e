import { HOUR_MS } from '@sluice/contract';
import { sql } from 'kysely';
import { type Placed, type Queryable, runByShard, type Tx, unnest } from '@sluice/db';
import { isoTimes } from '../../decide/isoTimes.js';
import { NEW_SERIES, type SeriesState } from '../../decide/seriesState.js';
import type { SeriesTarget } from '../../decide/seriesTarget.js';

/** A subject of a rule, by which its state is stored. */
export interface SubjectKey extends Pick<SeriesTarget, 'projectId' | 'subject'> {
  readonly rule: Pick<SeriesTarget['rule'], 'id'>;
}

/** The state of a series with what was reported of it. */
export interface StoredSeries extends SeriesState {
  /** The series that it is the state of; `null`: not known. */
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
const TOUCH_MS = HOUR_MS;
const touched = (nowMs: number) => sql`
  case when s.state <> n.state or s.touched_at < ${iso(nowMs - TOUCH_MS)}::timestamptz
    then ${iso(nowMs)}::timestamptz else s.touched_at end`;

const iso = (ms: number): string => new Date(ms).toISOString();

const keyColumns = (keys: readonly SubjectKey[]) =>
  ({
    project_id: ['int8', keys.map(({ projectId }) => projectId)],
    rule_id: ['int8', keys.map(({ rule }) => rule.id)],
    subject: ['text', keys.map(({ subject }) => subject)],
  }) as const;

/** Index of a series in the call's list. */
interface Numbered {
  readonly index: number;
}

const numberedKeys = (items: readonly (Numbered & { readonly target: SubjectKey })[]) => ({
  index: ['int4', items.map(({ index }) => index)] as const,
  ...keyColumns(items.map(({ target }) => target)),
});

/** Returns the states of these series, in order. */
export async function readSeriesStates(db: Placed, targets: readonly SubjectKey[]): Promise<readonly StoredSeries[]> {
  const rows = await runByShard(
    db,
    targets.map((target, index) => ({ target, index })),
    ({ target }) => target.projectId,
    ({ items, within }) => sql<StateRow & Numbered>`
      select n.index, ${STATE} from ${unnest('n', numberedKeys(items))}
      join alert_subjects s on s.project_id = n.project_id and s.rule_id = n.rule_id and s.subject = n.subject
      where ${within('s.project_id')}`,
  );
  const states = targets.map(() => UNKNOWN);
  for (const row of rows) states[row.index] = stateOf(row);
  return states;
}

const UNKNOWN: StoredSeries = { ...NEW_SERIES, series: null, isNotified: false, notifiedMs: null };

/** Returns every series that fires, also those of deleted rules. */
export async function readFiringSeries(
  db: Queryable,
): Promise<readonly { readonly key: SubjectKey; readonly before: StoredSeries }[]> {
  const { rows } = await sql<StateRow & KeyRow>`
    select s.project_id, s.rule_id, s.subject, ${STATE} from alert_subjects s where s.state in ('firing', 'recovering')`.execute(
    db.kysely,
  );
  return rows.map((row) => ({ key: subjectOf(row), before: stateOf(row) }));
}

const STATE = sql`s.state, s.series, s.since, s.evaluated_at, s.is_notified, s.notified_at`;

const subjectOf = ({ project_id: projectId, rule_id: id, subject }: KeyRow): SubjectKey => ({
  projectId,
  rule: { id },
  subject,
});

// Without a spread: it is called for every series of every minute.
const stateOf = (row: StateRow): StoredSeries => ({
  state: row.state,
  series: row.series,
  sinceMs: row.since?.getTime() ?? null,
  evaluatedMs: row.evaluated_at?.getTime() ?? null,
  isNotified: row.is_notified,
  notifiedMs: row.notified_at?.getTime() ?? null,
});

interface KeyRow {
  readonly project_id: string;
  readonly rule_id: string;
  readonly subject: string;
}

interface StateRow {
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
    changes.map(({ target, before, next, value }, index) => ({ target, before, next, value, index })),
    ({ target }) => target.projectId,
    ({ items, within }) => sql<Numbered>`
      update alert_subjects s set state = n.state, series = n.series, since = n.since, value = n.value,
        evaluated_at = n.evaluated_at, touched_at = ${touched(nowMs)}
      from ${unnest('n', {
        ...numberedKeys(items),
        before: ['timestamptz', isoTimes(items.map(({ before }) => before.evaluatedMs))],
        before_state: ['text', items.map(({ before }) => before.state)],
        state: ['text', items.map(({ next }) => next.state)],
        series: ['uuid', items.map(({ target }) => target.series)],
        since: ['timestamptz', isoTimes(items.map(({ next }) => next.sinceMs))],
        value: ['float8', items.map(({ value }) => value)],
        evaluated_at: ['timestamptz', isoTimes(items.map(({ next }) => next.evaluatedMs))],
      })}
      where s.project_id = n.project_id and s.rule_id = n.rule_id and s.subject = n.subject
        and s.evaluated_at is not distinct from n.before and s.state = n.before_state and ${within('s.project_id')}
      returning n.index`,
  );
  const stored = new Set(rows.map(({ index }) => index));
  return changes.filter((_, index) => stored.has(index));
}

async function insertMissing(tx: Tx, targets: readonly SubjectKey[], nowMs: number): Promise<void> {
  if (targets.length === 0) return;
  await sql`
    insert into alert_subjects (project_id, rule_id, subject, touched_at)
    select n.*, ${iso(nowMs)}::timestamptz from ${unnest('n', keyColumns(targets))}
    on conflict do nothing`.execute(tx.kysely);
}
