import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { compareKeys } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';
import { OTHER, type NameBudget, type NameKind } from './nameBudget.js';
import { spendRoom, takeRoom } from './takeRoom.js';

/** The most metrics of a project that are charted, {@link OTHER} apart. */
export const MAX_METRIC_NAMES = 2_000;

/** How old `touched_at` becomes while a name is used. */
const TOUCH_EVERY = '12 hours';

/** The kinds whose names have a table of their own. */
export const NAME_TABLES = {
  environment: 'environment_names',
  release: 'release_names',
  metric: 'metric_names',
} as const satisfies Partial<Record<NameKind, string>>;

/** A kind of {@link NAME_TABLES}. */
export type ListedKind = keyof typeof NAME_TABLES;

/** Names by project. */
export type NamesByProject = ReadonlyMap<string, ReadonlySet<string>>;

interface Name {
  readonly projectId: string;
  readonly name: string;
}

/**
 * Resolves with those of the names that have series of their own: known ones, and new ones while their project has room for
 * them in this hour; {@link OTHER} always. Of metrics a project has at most {@link MAX_METRIC_NAMES} besides. Exact under
 * concurrency: whoever adds names holds the project's counter until commit. Names that are only touched are never waited for.
 */
export async function admitNames(
  tx: Tx,
  kind: ListedKind,
  wanted: NamesByProject,
  { caps }: Pick<NameBudget, 'caps'>,
): Promise<NamesByProject> {
  const names = [...wanted].flatMap(([projectId, all]) => [...all].map((name) => ({ projectId, name })));
  const known = new Set((await readKnown(tx, kind, names)).map(keyOf));
  const unknown = names.filter((name) => name.name !== OTHER && !known.has(keyOf(name)));
  const added = unknown.length === 0 ? [] : await addNames(tx, kind, unknown, caps[kind]);
  for (const name of added) known.add(keyOf(name));
  return new Map(
    [...wanted].map(([projectId, all]) => [
      projectId,
      new Set([...all].filter((name) => name === OTHER || known.has(keyOf({ projectId, name })))),
    ]),
  );
}

/** Lists {@link OTHER} among the names of these projects, so that its series is found. */
export async function listOther(tx: Tx, kind: ListedKind, projectIds: readonly string[]): Promise<void> {
  const others = projectIds.map((projectId) => ({ projectId, name: OTHER }));
  const known = new Set((await readKnown(tx, kind, others)).map(keyOf));
  await insertNames(
    tx,
    kind,
    others.filter((name) => !known.has(keyOf(name))),
  );
}

const keyOf = ({ projectId, name }: Name): string => `${projectId}/${name}`;

const columnsOf = (names: readonly Name[]) =>
  ({
    project_id: ['int8', names.map(({ projectId }) => projectId)],
    name: ['text', names.map(({ name }) => name)],
  }) as const;

async function readKnown(tx: Tx, kind: ListedKind, names: readonly Name[]): Promise<readonly Name[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<Name & { stale: boolean }>`
    select m.project_id as "projectId", m.name, m.touched_at < now() - ${TOUCH_EVERY}::interval as stale
    from ${unnest('n', columnsOf(names))}
    join ${sql.id(NAME_TABLES[kind])} m on m.project_id = n.project_id and m.name = n.name`.execute(tx.kysely);
  const stale = rows.filter((row) => row.stale);
  if (stale.length > 0) await touchNames(tx, kind, stale);
  return rows;
}

async function touchNames(tx: Tx, kind: ListedKind, names: readonly Name[]): Promise<void> {
  const table = sql.id(NAME_TABLES[kind]);
  await sql`
    update ${table} set touched_at = now() where ctid = any(array(
      select m.ctid from ${unnest('n', columnsOf(names))}
      join ${table} m on m.project_id = n.project_id and m.name = n.name
      for update of m skip locked))`.execute(tx.kysely);
}

/** Resolves with those of the names that are known now: what there is room for, and what others added meanwhile. */
async function addNames(tx: Tx, kind: ListedKind, unknown: readonly Name[], cap: number): Promise<readonly Name[]> {
  const candidates = await withTotalRoom(tx, kind, unknown);
  // First of all: a described release is admitted even when no room is left.
  const free = kind === 'release' ? await readDescribed(tx, candidates) : [];
  const described = new Set(free.map(keyOf));
  const limited = candidates.filter((name) => !described.has(keyOf(name)));
  const rooms = await takeRoom(
    tx,
    kind,
    cap,
    limited.map(({ projectId }) => projectId),
  );
  const open = limited.filter(({ projectId }) => (rooms.get(projectId) ?? 0) > 0);
  // Statements of their own: they see what others committed while the counters were waited for.
  const late = await readKnown(tx, kind, open);
  const known = new Set(late.map(keyOf));
  const total = kind === 'metric' && open.length > 0 ? await countTotals(tx, open) : new Map<string, number>();
  const added: Name[] = [];
  const spent = new Map<string, number>();
  for (const name of open.filter((each) => !known.has(keyOf(each))).sort(inOrder)) {
    const count = spent.get(name.projectId) ?? 0;
    const totalRoom = MAX_METRIC_NAMES - (total.get(name.projectId) ?? 0);
    if (count >= Math.min(rooms.get(name.projectId) ?? 0, totalRoom)) continue;
    spent.set(name.projectId, count + 1);
    added.push(name);
  }
  // One statement, after every counter, in order: those who add described names may hold no counter.
  await insertNames(tx, kind, [...added, ...free].sort(inOrder));
  await spendRoom(tx, kind, spent);
  return [...late, ...free, ...added];
}

const inOrder = (a: Name, b: Name): number => compareKeys([a.projectId, a.name], [b.projectId, b.name]);

async function insertNames(tx: Tx, kind: ListedKind, names: readonly Name[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    insert into ${sql.id(NAME_TABLES[kind])} (project_id, name) select * from ${unnest('n', columnsOf(names))}
    on conflict do nothing`.execute(tx.kysely);
}

/** Releases that were uploaded to or described need no room: they were named with a token, not with a public key. */
async function readDescribed(tx: Tx, names: readonly Name[]): Promise<readonly Name[]> {
  const { rows } = await sql<Name>`
    select r.project_id as "projectId", r.version as name from ${unnest('n', columnsOf(names))}
    join releases r on r.project_id = n.project_id and r.version = n.name`.execute(tx.kysely);
  return rows;
}

/** Only metrics have a total: a project that is full is not locked at all. */
async function withTotalRoom(tx: Tx, kind: ListedKind, names: readonly Name[]): Promise<readonly Name[]> {
  if (kind !== 'metric') return names;
  const totals = await countTotals(tx, names);
  return names.filter(({ projectId }) => (totals.get(projectId) ?? 0) < MAX_METRIC_NAMES);
}

async function countTotals(tx: Tx, names: readonly Name[]): Promise<ReadonlyMap<string, number>> {
  const projectIds = [...new Set(names.map(({ projectId }) => projectId))];
  const { rows } = await sql<{ project_id: string; total: number }>`
    select project_id, count(*)::int4 as total from metric_names
    where project_id = any(${projectIds}::int8[]) and name <> ${OTHER} group by project_id`.execute(tx.kysely);
  return new Map(rows.map((row) => [row.project_id, row.total]));
}
