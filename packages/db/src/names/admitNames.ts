import { sql } from 'kysely';
import { runByShard } from '../citus/shards.js';
import type { Tx } from '../connection/inTransaction.js';
import { compareKeys } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';
import { OTHER, type NameBudget, type NameKind } from './nameBudget.js';
import { countNewNames, lockNewNames } from './newNames.js';

/** The most metrics of a project that have series, without {@link OTHER}. */
export const MAX_METRIC_NAMES = 2_000;

/** The greatest age of `touched_at` of a name in use. */
const TOUCH_EVERY = '12 hours';

/** The tables of the kinds of names that have one. */
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
 * Returns those of the names that have their own series: known names, new names up to their project's cap for this hour, and
 * always {@link OTHER}. A project has at most {@link MAX_METRIC_NAMES} metrics. Exact under concurrency: a transaction that
 * adds names locks the project's counter until it commits. Touching a name never waits for a lock.
 */
export async function admitNames(
  tx: Tx,
  kind: ListedKind,
  requested: NamesByProject,
  { caps }: Pick<NameBudget, 'caps'>,
): Promise<NamesByProject> {
  const names = [...requested].flatMap(([projectId, all]) => [...all].map((name) => ({ projectId, name })));
  const known = new Set((await readKnown(tx, kind, names)).map(keyOf));
  const unknown = names.filter((name) => name.name !== OTHER && !known.has(keyOf(name)));
  const added = unknown.length === 0 ? [] : await addNames(tx, kind, unknown, caps[kind]);
  for (const name of added) known.add(keyOf(name));
  return new Map(
    [...requested].map(([projectId, all]) => [
      projectId,
      new Set([...all].filter((name) => name === OTHER || known.has(keyOf({ projectId, name })))),
    ]),
  );
}

/** Adds {@link OTHER} to the names of these projects, so that its series is listed. */
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
  const rows = await runByShard(
    tx,
    names,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<Name & { stale: boolean }>`
      select m.project_id as "projectId", m.name, m.touched_at < now() - ${TOUCH_EVERY}::interval as stale
      from ${unnest('n', columnsOf(items))}
      join ${sql.id(NAME_TABLES[kind])} m on m.project_id = n.project_id and m.name = n.name and ${within('m.project_id')}`,
  );
  const stale = rows.filter((row) => row.stale);
  if (stale.length > 0) await touchNames(tx, kind, stale);
  return rows;
}

async function touchNames(tx: Tx, kind: ListedKind, names: readonly Name[]): Promise<void> {
  const table = sql.id(NAME_TABLES[kind]);
  await runByShard(
    tx,
    names,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
      update ${table} set touched_at = now() where ${within('project_id')} and ctid = any(array(
        select m.ctid from ${unnest('n', columnsOf(items))}
        join ${table} m on m.project_id = n.project_id and m.name = n.name
        where ${within('m.project_id')}
        for update of m skip locked))`,
  );
}

/** Adds names up to the caps and returns those that are known now, including names that other transactions added. */
async function addNames(tx: Tx, kind: ListedKind, unknown: readonly Name[], cap: number): Promise<readonly Name[]> {
  const candidates = await withTotalRoom(tx, kind, unknown);
  // First, because a described release is admitted even above the cap.
  const free = kind === 'release' ? await readDescribed(tx, candidates) : [];
  const described = new Set(free.map(keyOf));
  const limited = candidates.filter((name) => !described.has(keyOf(name)));
  const rooms = await lockNewNames(
    tx,
    kind,
    cap,
    limited.map(({ projectId }) => projectId),
  );
  const open = limited.filter(({ projectId }) => (rooms.get(projectId) ?? 0) > 0);
  // Separate statements: they see what other transactions committed while this one waited for the counters.
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
  // One statement, in order, after all counters: a transaction that adds described names may have locked no counter.
  await insertNames(tx, kind, [...added, ...free].sort(inOrder));
  await countNewNames(tx, kind, spent);
  return [...late, ...free, ...added];
}

const inOrder = (a: Name, b: Name): number => compareKeys([a.projectId, a.name], [b.projectId, b.name]);

async function insertNames(tx: Tx, kind: ListedKind, names: readonly Name[]): Promise<void> {
  if (names.length === 0) return;
  await sql`
    insert into ${sql.id(NAME_TABLES[kind])} (project_id, name) select * from ${unnest('n', columnsOf(names))}
    on conflict do nothing`.execute(tx.kysely);
}

/** Returns the releases with a row. Uploads and descriptions come with a token, not with a public key, so no cap applies. */
async function readDescribed(tx: Tx, names: readonly Name[]): Promise<readonly Name[]> {
  return runByShard(
    tx,
    names,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<Name>`
      select r.project_id as "projectId", r.version as name from ${unnest('n', columnsOf(items))}
      join releases r on r.project_id = n.project_id and r.version = n.name and ${within('r.project_id')}`,
  );
}

/** Leaves out metrics of projects that have reached their total, without locking them. Only metrics have a total. */
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
