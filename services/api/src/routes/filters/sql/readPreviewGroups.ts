import { lowestIdAt, timeOfId, type WireType } from '@sluice/contract';
import { sql, type RawBuilder } from 'kysely';
import { type Queryable, TABLE_OF } from '@sluice/db';

/** Which fields of events a filter looks at. */
export type PreviewFields = 'environment' | 'release' | 'message' | 'address' | 'agent' | 'page' | 'frames';

/** Equal events as far as a filter sees them. A field that the filter does not look at, or that is not stored, is null. */
export interface PreviewGroup {
  readonly type: WireType;
  readonly environment: string | null;
  readonly release: string | null;
  /** The message of an exception or log. */
  readonly message: string | null;
  /** The type of an exception. */
  readonly name: string | null;
  readonly address: string | null;
  readonly agent: string | null;
  readonly url: string | null;
  /** Files of the first frames, and the stack, of an exception. */
  readonly frames: readonly (string | null)[] | null;
  readonly stack: string | null;
  readonly count: number;
  /** Id of the newest of them. */
  readonly newestId: string;
}

/** Groups of the newest events of one type. */
interface PreviewScan {
  readonly groups: readonly PreviewGroup[];
  /** Rows that were looked at. */
  readonly scanned: number;
  /** Rows without the field that the filter looks at, such as the address where it is not stored in full. */
  readonly unknown: number;
  /** When the oldest of them arrived, if there are more (milliseconds since 1970). */
  readonly scannedToMs: number | undefined;
}

const NOTHING = sql`null::text`;

/** Rows of one type that are looked at: fewer where a filter needs contexts or payloads, which cost more to read. */
const PREVIEW_ROWS: Readonly<Record<PreviewFields, number>> = {
  environment: 20_000,
  release: 20_000,
  message: 3_000,
  address: 5_000,
  agent: 5_000,
  page: 5_000,
  frames: 2_000,
};

/** Types with a field: all, unless given here. */
const TYPES_WITH: Partial<Record<PreviewFields, readonly WireType[]>> = {
  message: ['exception', 'log'],
  frames: ['exception'],
};

/** Whether stored events of a type have a field. */
export const hasPreviewField = (type: WireType, fields: PreviewFields): boolean =>
  TYPES_WITH[fields]?.includes(type) ?? true;

function columnsOf(type: WireType, fields: PreviewFields): Readonly<Record<string, RawBuilder<unknown>>> {
  const isException = type === 'exception';
  const hasMessage = (fields === 'message' || fields === 'frames') && (isException || type === 'log');
  const hasFrames = fields === 'frames' && isException;
  return {
    environment: fields === 'environment' ? sql`environment` : NOTHING,
    release: fields === 'release' ? sql`release` : NOTHING,
    message: hasMessage ? sql`message` : NOTHING,
    name: hasMessage && isException ? sql`type` : NOTHING,
    address: fields === 'address' || fields === 'page' ? sql`contexts->>'user.ip'` : NOTHING,
    agent: fields === 'agent' ? sql`contexts->>'user.agent'` : NOTHING,
    url: fields === 'page' ? urlOf(type) : NOTHING,
    frames: hasFrames
      ? sql`array[payload->'frames'->0->>'file', payload->'frames'->1->>'file', payload->'frames'->2->>'file']`
      : sql`null::text[]`,
    stack: hasFrames ? sql`left(payload->>'stack', 4096)` : NOTHING,
  };
}

/** The page of an event, in the order in which the filter looks for it. */
const urlOf = (type: WireType): RawBuilder<unknown> => {
  const inContexts = sql`contexts->>'page.url', contexts->>'url.full', contexts->>'url'`;
  return type === 'hit' ? sql`coalesce(url, ${inContexts})` : sql`coalesce(${inContexts})`;
};

/** Only addresses and agents: events without a release or page have none, and a filter saw that as well. */
const isUnknown = ({ address, agent }: Omit<PreviewGroup, 'type'>, fields: PreviewFields): boolean =>
  (fields === 'address' && address === null) || (fields === 'agent' && agent === null);

/** Returns the newest events of a type since `sinceMs` (milliseconds since 1970), at most {@link PREVIEW_ROWS}, by what a filter sees. */
export async function readPreviewGroups(
  db: Queryable,
  projectId: string,
  { type, fields, sinceMs }: { readonly type: WireType; readonly fields: PreviewFields; readonly sinceMs: number },
): Promise<PreviewScan> {
  const columns = columnsOf(type, fields);
  const names = Object.keys(columns).map((name) => sql.id(name));
  const selected = Object.entries(columns).map(([name, column]) => sql`${column} as ${sql.id(name)}`);
  const { rows } = await sql<Omit<PreviewGroup, 'type'> & { readonly oldestId: string }>`
    select ${sql.join(names)}, count(*)::int as count, max(id::text) as "newestId", min(id::text) as "oldestId"
    from (
      select id, ${sql.join(selected)} from ${sql.table(TABLE_OF[type])}
      where project_id = ${projectId} and id >= ${lowestIdAt(sinceMs)} order by id desc limit ${PREVIEW_ROWS[fields]}
    ) e
    group by ${sql.join(names)}`.execute(db.kysely);
  const scanned = rows.reduce((sum, { count }) => sum + count, 0);
  const oldest = rows.map(({ oldestId }) => oldestId).sort()[0];
  return {
    groups: rows.map((row) => ({ ...row, type })),
    scanned,
    unknown: rows.filter((row) => isUnknown(row, fields)).reduce((sum, { count }) => sum + count, 0),
    scannedToMs: scanned < PREVIEW_ROWS[fields] || oldest === undefined ? undefined : timeOfId(oldest),
  };
}

/** What a preview shows of an event. */
export interface PreviewExample {
  readonly type: WireType;
  readonly id: string;
  /** Message, name or URL, cut to 200 characters. */
  readonly text: string;
}

const TEXTS: Readonly<Record<WireType, string>> = {
  exception: `type || ': ' || message`,
  log: 'message',
  span: 'name',
  hit: `coalesce(name, url, '')`,
  replay: 'replay_id',
};

/** Returns events by id. Ids that are not stored any more are left out. */
export async function readPreviewExamples(
  db: Queryable,
  projectId: string,
  type: WireType,
  ids: readonly string[],
): Promise<readonly PreviewExample[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; text: string }>`
    select id, left(coalesce(${sql.raw(TEXTS[type])}, ''), 200) as text from ${sql.table(TABLE_OF[type])}
    where project_id = ${projectId} and id = any(${[...ids]}::uuid[])`.execute(db.kysely);
  return rows.map((row) => ({ ...row, type }));
}
