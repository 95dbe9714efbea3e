import { timeOfId } from '@sluice/contract';
import { sql, type Selectable } from 'kysely';
import { runByShard, type Tx, mergeByKey, unnest, type Schema, dayOf } from '@sluice/db';

/** The part of a stored segment that its replay needs. */
export interface ReplaySegment {
  readonly projectId: string;
  readonly replayId: string;
  /** The event id. */
  readonly id: string;
  /** The segment's number in its replay. */
  readonly segment: number;
  readonly environment: string | null;
  readonly release: string | null;
  readonly userKey: string | null;
}

/**
 * Creates or updates the replays of stored segments: one row for each (project, day of arrival, replay), with its first arrival
 * and the properties of its first segment (the smallest number, of these the smallest event id). The result does not depend on
 * the order, the batching and the repetition of segments.
 *
 * Most segments change nothing and are left out, because an upsert locks its row even then.
 */
export async function upsertReplaySessions(tx: Tx, segments: readonly ReplaySegment[]): Promise<void> {
  if (segments.length === 0) return;
  const folded = foldSessions(segments);
  const stored = await readSessions(tx, folded);
  const changed = folded.filter((session) => changes(session, stored.get(nameOf(session).join(' '))));
  if (changed.length === 0) return;
  const heads = changed.map(({ head }) => head);
  await sql`
    insert into replay_sessions as s
      (project_id, day, replay_id, first_id, head_segment, head_id, environment, release, user_key)
    select * from ${unnest('n', {
      project_id: ['int8', heads.map(({ projectId }) => projectId)],
      day: ['date', changed.map(({ day }) => day)],
      replay_id: ['text', heads.map(({ replayId }) => replayId)],
      first_id: ['uuid', changed.map(({ firstId }) => firstId)],
      head_segment: ['int4', heads.map(({ segment }) => segment)],
      head_id: ['uuid', heads.map(({ id }) => id)],
      environment: ['text', heads.map(({ environment }) => environment)],
      release: ['text', heads.map(({ release }) => release)],
      user_key: ['text', heads.map(({ userKey }) => userKey)],
    })}
    on conflict (project_id, day, replay_id) do update set
      first_id = least(s.first_id, excluded.first_id),
      ${sql.raw(HEAD_COLUMNS.map(smallestWins).join(', '))}`.execute(tx.kysely);
}

const HEAD_COLUMNS = ['head_segment', 'head_id', 'environment', 'release', 'user_key'];

/** {@link isBefore}, in SQL. */
const smallestWins = (column: string): string =>
  `${column} = case when (excluded.head_segment, excluded.head_id) < (s.head_segment, s.head_id)
    then excluded.${column} else s.${column} end`;

interface Session {
  readonly day: string;
  readonly firstId: string;
  readonly head: ReplaySegment;
}

const nameOf = ({ day, head }: Session): readonly string[] => [head.projectId, day, head.replayId];

/** One for each row, in lock order. */
const foldSessions = (segments: readonly ReplaySegment[]): Session[] =>
  mergeByKey(
    segments.map((head) => ({ day: dayOf(timeOfId(head.id)), firstId: head.id, head })),
    nameOf,
    (session) => session,
    (a, b) => ({
      ...a,
      firstId: b.firstId < a.firstId ? b.firstId : a.firstId,
      head: isBefore(b.head, a.head) ? b.head : a.head,
    }),
  );

type Head = Pick<ReplaySegment, 'segment' | 'id'>;

const isBefore = (a: Head, b: Head): boolean => (a.segment === b.segment ? a.id < b.id : a.segment < b.segment);

type StoredSession = Pick<
  Selectable<Schema['replay_sessions']>,
  'project_id' | 'day' | 'replay_id' | 'first_id' | 'head_segment' | 'head_id'
>;

async function readSessions(tx: Tx, sessions: readonly Session[]): Promise<ReadonlyMap<string, StoredSession>> {
  const rows = await runByShard(
    tx,
    sessions,
    ({ head }) => head.projectId,
    ({ items, within }) => sql<StoredSession>`
      select s.project_id, s.day, s.replay_id, s.first_id, s.head_segment, s.head_id from ${unnest('n', {
        project_id: ['int8', items.map(({ head }) => head.projectId)],
        day: ['date', items.map(({ day }) => day)],
        replay_id: ['text', items.map(({ head }) => head.replayId)],
      })}
      join replay_sessions s on s.project_id = n.project_id and s.day = n.day and s.replay_id = n.replay_id
        and ${within('s.project_id')}`,
  );
  return new Map(rows.map((row) => [[row.project_id, row.day, row.replay_id].join(' '), row]));
}

const changes = ({ firstId, head }: Session, stored: StoredSession | undefined): boolean =>
  stored === undefined ||
  firstId < stored.first_id ||
  isBefore(head, { segment: stored.head_segment, id: stored.head_id });
