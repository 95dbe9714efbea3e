import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { lowestIdAt } from '@sluice/contract';
import { createTestDatabase, type TestDatabase, ARRIVAL, spanRow } from '@sluice/testkit';
import { randomBytes, randomUUID } from 'node:crypto';
import { createLink } from '@sluice/identity/statements';
import { createSession } from '../accounts/sessions.js';
import { createUser } from '../accounts/users.js';
import { sqlstateOf } from '../connection/classifyError.js';
import { createDatabase, type Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { eraseOrganization } from '@sluice/erasure';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { listPartitions } from '../partitions/listPartitions.js';
import { boundsOf, partitionAt, PARTITIONED_TABLES, partitionOfName } from '../partitions/partition.js';
import { copyRows } from '../store/copyRows.js';
import { storeRefusedSamples, type NewRefusedSample } from '@sluice/accounting';
import { createOrganization } from '../tenancy/organizations.js';
import { createProject } from '../tenancy/projects.js';
import { DATABASE_ROLE_NAMES, DATABASE_ROLES, type DatabaseRole } from './databaseRoles.js';
import { createDatabaseRoles, grantDatabaseRoles } from './grantDatabaseRoles.js';

/** Used only by the owner (migrations and housekeeping). */
const OWNERS_ONLY = ['compared_hours', 'endpoint_rollups'];
/** Functions with PUBLIC privileges; they run with the privileges of the caller. */
const EVERYBODYS = ['create_default_alerts', 'hour_of', 'lock_settings', 'slow_class'];
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const;
const INSUFFICIENT = '42501';
const SESSION = { method: 'link', address: '127.0.0.1', network: '127.0.0.1', userAgent: 'test' } as const;
const LINK = { purpose: 'sign_in', createdBy: 'operator' } as const;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const EVENT_TABLES = ['exceptions', 'spans', 'logs', 'hits', 'replays'] as const;
const WORKERS = EVENT_TABLES.map((table) => `sluice_${table}` as const);
/** The worker of metrics has no table of its own. */
const isWorker = (role: DatabaseRole): boolean =>
  role === 'sluice_metrics' || WORKERS.some((worker) => worker === role);

/** What only the statements of one worker name: the table of its event type, and what it derives from that. */
const TABLES_OF: Readonly<Record<(typeof WORKERS)[number], readonly string[]>> = {
  sluice_exceptions: [
    'exceptions',
    'issues',
    'issue_hashes',
    'issue_hours',
    'issue_releases',
    'issue_users',
    'issue_changes',
    'releases',
    'release_names',
    'environment_names',
    'sourcemaps',
    'sourcemap_blobs',
    'projects',
    'alert_signals',
    'alert_rules',
    'issue_minutes',
  ],
  sluice_spans: [
    'spans',
    'traces',
    'span_arrivals',
    'metric_points',
    'metric_names',
    'releases',
    'release_names',
    'environment_names',
    'alert_minutes',
    'alert_rules',
    'projects',
  ],
  sluice_logs: ['logs', 'late_logs', 'alert_minutes', 'alert_rules', 'projects'],
  sluice_hits: ['hits', 'hit_days', 'visit_keys', 'daily_salts', 'environment_names'],
  sluice_replays: ['replays', 'replay_sessions', 'erased_replays'],
};
/** Tables with rows of every event type, which `packages/drain` writes. */
const OF_ALL_WORKERS = [
  'receipts',
  'usage',
  'first_accepted',
  'dead_letters',
  'project_users',
  'new_names',
  'folded_names',
  'erasures',
  'erased_events',
  'schema_migrations',
];

let database: TestDatabase;
const logins = new Map<DatabaseRole, Database>();

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database.db;
  await createDatabaseRoles(database.db);
  await grantDatabaseRoles(database.db);
  for (const role of DATABASE_ROLE_NAMES) {
    const name = `test_${randomBytes(6).toString('hex')}`;
    const password = randomBytes(12).toString('hex');
    await pool.query(`create role ${name} login password '${password}' in role ${role}`);
    const url = Object.assign(new URL(database.url), { username: name, password });
    logins.set(role, createDatabase({ url: url.href, poolSize: 2, applicationName: name }));
  }
});
afterAll(async () => {
  for (const { pool, close } of logins.values()) {
    const { rows } = await pool.query<{ name: string }>('select current_user as name');
    await close();
    await database.db.pool.query(`drop role ${rows[0]?.name ?? ''}`);
  }
  await database.drop();
});

const as = (role: DatabaseRole): Database => logins.get(role) as Database;

/** As a worker calls it: table, partition, bounds, options, columns. */
const CALL = `select make_partition($1, $2, $3, $4, $5, $6, '{}')`;

/** Actual privileges, granted to the role or to PUBLIC. Trigger functions are not callable. */
const HELD = `
  with relations as (
    select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace and not relispartition
      and relname not in ('citus_tables', 'citus_schemas')
  ), privileges as (select unnest($2::text[]) as p)
  select p || ' ' || relname as held from relations, privileges
    where relkind in ('r', 'p', 'v', 'm') and has_table_privilege($1, oid, p)
  union all select p || ' ' || relname || '.' || attname from relations join pg_attribute on attrelid = oid, privileges
    where relkind in ('r', 'p') and attnum > 0 and not attisdropped and p in ('select', 'insert', 'update', 'references')
      and has_column_privilege($1, oid, attnum, p) and not has_table_privilege($1, oid, p)
  union all select p || ' ' || relname from relations, unnest(array['usage', 'select', 'update']) p
    where relkind = 'S' and has_sequence_privilege($1, oid, p)
  union all select proname from pg_proc where pronamespace = 'public'::regnamespace
    and prorettype <> 'trigger'::regtype and has_function_privilege($1, oid, 'execute')
  union all select 'create ' || nspname from pg_namespace
    where nspname = 'public' and has_schema_privilege($1, oid, 'create')`;

describe('a role for each service', () => {
  test('every table is known to a role, or the owner’s alone', async () => {
    const named = DATABASE_ROLE_NAMES.flatMap((role) => Object.values<readonly string[]>(DATABASE_ROLES[role].tables));
    expect([...new Set([...named.flat(), ...OWNERS_ONLY])].sort()).toEqual(await tables());
  });

  test.each(DATABASE_ROLE_NAMES)('%s has exactly the documented privileges', async (role) => {
    expect(await held(role)).toEqual(written(role));
  });

  test.each(WORKERS)(
    '%s has privileges on the tables of its own type only, beside those of all workers',
    async (role) => {
      const named = (await held(role)).flatMap((privilege) => / (\w+)/.exec(privilege)?.[1] ?? []);
      expect([...new Set(named)].sort()).toEqual([...TABLES_OF[role], ...OF_ALL_WORKERS].sort());
    },
  );

  test('the former role of all workers keeps what each of them may, where it exists', async () => {
    const { pool } = database.db;
    await pool.query(`do $$ begin create role sluice_worker nologin; exception when duplicate_object then end $$`);
    await pool.query('grant select on tokens to sluice_worker');
    expect(await grantDatabaseRoles(database.db)).toEqual(DATABASE_ROLE_NAMES);
    const ofWorkers = await Promise.all(WORKERS.map(held));
    const { rows } = await pool.query<{ held: string }>(HELD, ['sluice_worker', PRIVILEGES]);
    const union = new Set(ofWorkers.flat());
    // A privilege on a whole table includes its columns.
    const isIncluded = (one: string): boolean => one.includes('.') && union.has(one.replace(/\.\w+$/, ''));
    expect(rows.map((row) => row.held).sort()).toEqual([...union].filter((one) => !isIncluded(one)).sort());
  });

  test('two functions have more rights than their callers', async () => {
    const { rows } = await database.db.pool.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by proname`,
    );
    expect(rows).toEqual([{ proname: 'erase_organization' }, { proname: 'make_partition' }]);
  });

  test('the API erases a whole organization, and nothing of an audit log otherwise', async () => {
    const { id } = await createOrganization(database.db, 'gone');
    expect(await refusal('sluice_api', `delete from audit_log where organization_id = ${id}`)).toBe(INSUFFICIENT);
    expect(await refusal('sluice_api', `update organizations set slug = 'x' where id = ${id}`)).toBe(INSUFFICIENT);
    expect(await refusal('sluice_gateway', `select erase_organization(${id}, 'x', null)`)).toBe(INSUFFICIENT);
    expect(await eraseOrganization(as('sluice_api'), 'gone')).toEqual([]);
    const { rows } = await database.db.pool.query('select slug from organizations where id = $1', [id]);
    expect(rows).toEqual([{ slug: `erased:${id}` }]);
    expect((await database.db.pool.query('select from audit_log where organization_id = $1', [id])).rowCount).toBe(0);
    expect(await refusal('sluice_api', 'select erase_organization(0, $$x$$, null)')).toBe('22023');
  });

  test.each<[DatabaseRole, string]>([
    ['sluice_gateway', 'select * from exceptions'],
    ['sluice_gateway', 'select * from logs'],
    ['sluice_gateway', 'select * from project_users'],
    ['sluice_gateway', 'select * from tokens'],
    ['sluice_gateway', 'select event from refused_samples'],
    ['sluice_gateway', 'select octet_length(event) from refused_samples'],
    ['sluice_gateway', 'select problem from refused_samples'],
    ['sluice_gateway', `update projects set settings = '{}'`],
    ['sluice_gateway', 'delete from usage'],
    ...WORKERS.flatMap((role): [DatabaseRole, string][] => [
      ...EVENT_TABLES.map((table): [DatabaseRole, string] => [role, `select id from ${table}`]),
      ...EVENT_TABLES.map((table): [DatabaseRole, string] => [role, `delete from ${table}`]),
      ...EVENT_TABLES.filter((table) => role !== `sluice_${table}`).map((table): [DatabaseRole, string] => [
        role,
        `insert into ${table} select * from ${table} where false`,
      ]),
      [role, 'select * from tokens'],
      [role, 'select * from project_keys'],
      [role, 'select * from users'],
    ]),
    ['sluice_logs', 'select * from sourcemaps'],
    ['sluice_spans', 'select * from issues'],
    ['sluice_spans', `update releases set version = 'x'`],
    ['sluice_exceptions', 'select salt from daily_salts'],
    ['sluice_api', 'insert into logs select * from logs'],
    ['sluice_api', `update exceptions set message = 'x'`],
    ['sluice_api', 'delete from spans'],
    ['sluice_api', 'insert into usage select * from usage'],
    ['sluice_api', `update tokens set scopes = '{project:admin}'`],
    ['sluice_api', 'update tokens set user_id = 1'],
    ['sluice_api', 'update tokens set expires_at = null'],
    ['sluice_api', `update tokens set digest = 'x'`],
    [
      'sluice_api',
      `insert into tokens (organization_id, digest, hint, scopes, last_used_at) values (1, 'x', 'x', '{}', now())`,
    ],
    ['sluice_api', `update users set disabled_at = null`],
    ['sluice_api', `insert into users (id, email) values (1, 'x')`],
    ['sluice_api', `update sessions set user_id = 1`],
    ['sluice_api', `update sessions set expires_at = now()`],
    ['sluice_api', `update links set expires_at = now()`],
    ['sluice_api', `update links set email = 'x'`],
    ['sluice_api', 'update memberships set user_id = 1'],
    ['sluice_api', `update project_keys set key = 'x'`],
    ['sluice_api', 'update project_keys set project_id = 1'],
    ['sluice_api', `update erasures set state = 'done'`],
    [
      'sluice_api',
      `insert into audit_log (organization_id, at, actor_kind, actor, action, target) values (1, now(), 'x', 'x', 'x', 'x')`,
    ],
    ['sluice_api', `update audit_log set actor = 'x'`],
    ['sluice_api', 'delete from audit_log'],
    ['sluice_gateway', 'select * from sessions'],
    ['sluice_sourcemaps', 'select password_hash from users'],
    ['sluice_sourcemaps', 'select email from users'],
    ['sluice_sourcemaps', 'select address from sessions'],
    ['sluice_sourcemaps', 'select user_agent from sessions'],
    ['sluice_sourcemaps', 'update sessions set ended_at = null'],
    ['sluice_sourcemaps', 'update tokens set revoked_at = null'],
    ['sluice_sourcemaps', 'select * from links'],
    ['sluice_sourcemaps', `update users set name = 'x'`],
    ['sluice_api', 'update projects set organization_id = 1'],
    ['sluice_api', 'select * from dead_letters'],
    ['sluice_sourcemaps', 'select * from exceptions'],
    ['sluice_sourcemaps', 'select * from project_users'],
    ['sluice_sourcemaps', 'update tokens set expires_at = null'],
    ...DATABASE_ROLE_NAMES.flatMap((role): [DatabaseRole, string][] => [
      [role, `insert into schema_migrations (name) values ('9999-forged')`],
      [role, 'create table mine (a int)'],
      [role, 'drop table logs'],
      [role, 'truncate receipts'],
      [role, 'alter table tokens add column a int'],
      [role, `copy usage to program 'true'`],
    ]),
  ])('%s may not: %s', async (role, statement) => expect(await refusal(role, statement)).toBe(INSUFFICIENT));

  test('nobody revives what has ended, and the API makes no token of no user', async () => {
    const { pool } = database.db;
    const { id } = await createOrganization(database.db, 'ended');
    const user = await createUser(database.db, { email: 'ended@example.com' });
    const { key } = await createProject(database.db, { organization: 'ended', project: 'web' });
    await createSession(as('sluice_api'), user.id, { ...SESSION, nowMs: Date.now(), lifetimeMs: DAY });
    await createLink(as('sluice_api'), { ...LINK, email: user.email, nowMs: Date.now(), lifetimeMs: DAY });
    const token = (owner: string): string =>
      `insert into tokens (organization_id, digest, hint, scopes, user_id) values (${id}, '${owner}', 'x', '{project:read}', ${owner})`;
    expect(await refusal('sluice_api', token('null'))).toBe(INSUFFICIENT);
    expect(await refusal('sluice_api', token(user.id))).toBe('done');
    await pool.query(token('null'));
    for (const [table, column] of [
      ...([
        ['tokens', 'revoked_at'],
        ['sessions', 'ended_at'],
        ['links', 'used_at'],
      ] as const),
      ['project_keys', 'disabled_at'],
    ]) {
      const end = `update ${table} set ${column} = now()`;
      expect([table, await refusal('sluice_api', end)]).toEqual([table, 'done']);
      const revive = `update ${table} set ${column} = null`;
      expect([table, await refusal('sluice_api', revive)]).toEqual([table, INSUFFICIENT]);
      expect([table, await pool.query(revive).then(() => 'done', sqlstateOf)]).toEqual([table, INSUFFICIENT]);
    }
    expect(key.disabledAt).toBeNull();
  });

  test('a gateway stores samples within their bounds, and reads none', async () => {
    const samples = [1, 2, 3].map((n): NewRefusedSample => ({
      projectId: '1',
      outcome: 'filtered',
      reason: 'environment',
      type: 'log',
      entry: null,
      field: null,
      problem: null,
      atMs: Date.now() + n,
      id: randomUUID(),
      event: 'a'.repeat(400_000),
    }));
    await storeRefusedSamples(as('sluice_gateway'), samples);
    const { rows } = await database.db.pool.query('select id, event_bytes from refused_samples order by at');
    expect(rows).toEqual(samples.slice(1).map(({ id }) => ({ id, event_bytes: 400_000 })));
  });

  test('a worker adds events, and creates a missing partition', async () => {
    const db = as('sluice_spans');
    const room = { tables: PARTITIONED_TABLES, interval: 'hour', fromMs: ARRIVAL, throughMs: ARRIVAL } as const;
    expect((await ensurePartitions(db, room)).length).toBe(PARTITIONED_TABLES.length);
    expect(await ensurePartitions(db, room)).toEqual([]);
    await inTransaction(db, (tx) => copyRows(tx, 'spans', [spanRow(1)]));
    expect((await database.db.pool.query('select * from spans')).rowCount).toBe(1);
    expect((await listPartitions(database.db, 'spans')).filter(({ detaching }) => detaching)).toEqual([]);
  });

  test.each([
    ['tokens', 'tokens_p20250101', '', '{}'],
    ['spans', 'tokens', '', '{}'],
    ['spans', 'spans_p2025010100; drop table tokens', '', '{}'],
    ['spans', 'spans_p2025010100', 'fillfactor = 70) tablespace x --', '{}'],
    ['pg_class', 'pg_class_p20250101', '', '{}'],
    ['nothing', 'nothing_p20250101', '', '{}'],
  ])('make_partition does nothing else: %s, %s, %s', async (parent, child, options, columns) => {
    const { from, to } = boundsOf(partitionAt('spans', 'day', Date.UTC(2025, 0, 1)));
    expect(await makePartition([parent, child, from, to, options, columns])).toBe('22023');
  });

  const ID = (ms: number): string => lowestIdAt(ms);
  const JAN_1 = Date.UTC(2025, 0, 1);
  test.each([
    ['an old name for ids to come', 'spans_p20200101', ID(JAN_1), ID(JAN_1 + DAY)],
    ['a far name for ids of now', 'spans_p99990101', ID(JAN_1), ID(JAN_1 + DAY)],
    ['a begin before its name', 'spans_p20250101', ID(JAN_1 - 1), ID(JAN_1 + DAY)],
    ['an end after its name', 'spans_p20250101', ID(JAN_1), ID(JAN_1 + 2 * DAY)],
    ['all there is', 'spans_p20250101', ID(0), 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
    ['an hour’s name for a day', 'spans_p2025010100', ID(JAN_1), ID(JAN_1 + DAY)],
    ['a day’s name for an hour', 'spans_p20250101', ID(JAN_1), ID(JAN_1 + HOUR)],
    ['no bounds', 'spans_p20250101', null, null],
    ['an old name for days to come', 'traces_p20200101', '2025-01-01', '2025-01-02'],
    ['more days than one', 'traces_p20250101', '2025-01-01', '2025-01-03'],
    ['an hour of a table of days', 'traces_p2025010100', '2025-01-01', '2025-01-02'],
    ['ids for a table of days', 'traces_p20250101', ID(JAN_1), ID(JAN_1 + DAY)],
    ['an invalid day', 'spans_p20250230', ID(JAN_1 + 60 * DAY), ID(JAN_1 + 61 * DAY)],
    ['an invalid hour', 'spans_p2025010124', ID(JAN_1 + DAY), ID(JAN_1 + DAY + HOUR)],
  ])('a partition covers the range in its name, on which retention relies: not %s', async (_what, child, from, to) => {
    const parent = child.replace(/_p\d+$/, '');
    expect(await makePartition([parent, child, from, to, '', '{}'])).toBe('22023');
    expect((await listPartitions(database.db)).map(({ name }) => name)).not.toContain(child);
  });

  test.each([
    'spans_p19700101',
    'spans_p2025010123',
    'spans_p20241231',
    'spans_p20240229',
    'receipts_p99991231',
    'traces_p20240229',
  ])('%s is created in any time zone', async (child) => {
    const partition = partitionOfName(child);
    if (partition === undefined) throw new Error(child);
    const { from, to } = boundsOf(partition);
    const { pool } = as('sluice_spans');
    const client = await pool.connect();
    try {
      await client.query(`set time zone 'Pacific/Auckland'; set datestyle = 'German'`);
      await client.query(CALL, [partition.table, child, from, to, '', '{}']);
    } finally {
      client.release(true);
    }
    expect((await listPartitions(database.db)).map(({ name }) => name)).toContain(child);
  });

  test.each(DATABASE_ROLE_NAMES.filter((role) => !isWorker(role)))('%s makes no partitions', async (role) => {
    const call = `select make_partition('spans', 'spans_p20250101', 'a', 'b', '', '{}', '{}')`;
    expect(await refusal(role, call)).toBe(INSUFFICIENT);
  });

  test('granting again revokes privileges that were added by hand', async () => {
    const { db } = database;
    await db.pool.query(`
      grant select on tokens to sluice_gateway; grant update (hint) on tokens to sluice_gateway;
      grant update on sequence settings_version to sluice_gateway; grant execute on function make_partition to sluice_gateway`);
    expect(await refusal('sluice_gateway', 'select * from tokens')).toBe('done');
    const more = ['make_partition', 'select tokens', 'update settings_version', 'update tokens.hint'];
    expect(await held('sluice_gateway')).toEqual([...written('sluice_gateway'), ...more].sort());
    expect(await createDatabaseRoles(db)).toEqual([]);
    expect(await grantDatabaseRoles(db)).toEqual(DATABASE_ROLE_NAMES);
    expect(await refusal('sluice_gateway', 'select * from tokens')).toBe(INSUFFICIENT);
    expect(await held('sluice_gateway')).toEqual(written('sluice_gateway'));
  });
});

async function tables(): Promise<readonly string[]> {
  const { rows } = await database.db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p') and not relispartition order by relname`,
  );
  return rows.map(({ name }) => name);
}

type Held = readonly string[];

/** Documented privileges of a role: `<privilege> <table>[.<column>]`, sequences and functions by name. */
function written(role: DatabaseRole): Held {
  const { tables: grants, sequences, functions } = DATABASE_ROLES[role];
  const onTables = Object.entries<Held>(grants).flatMap(([privileges, names]) =>
    privileges.split(', ').flatMap((privilege) => {
      const [, verb = privilege, column] = /^(\w+) \((\w+)\)$/.exec(privilege) ?? [];
      return names.map((name) => `${verb} ${name}${column === undefined ? '' : `.${column}`}`);
    }),
  );
  return [...new Set([...onTables, ...sequences.map((name) => `usage ${name}`), ...functions, ...EVERYBODYS])].sort();
}

async function held(role: DatabaseRole): Promise<Held> {
  const { rows } = await database.db.pool.query<{ held: string }>(HELD, [role, PRIVILEGES]);
  return rows.map((row) => row.held).sort();
}

function refusal(role: DatabaseRole, statement: string): Promise<unknown> {
  return as(role)
    .pool.query(statement)
    .then(() => 'done', sqlstateOf);
}

function makePartition(values: readonly (string | null)[]): Promise<unknown> {
  return as('sluice_spans')
    .pool.query(CALL, [...values])
    .then(() => 'done', sqlstateOf);
}
