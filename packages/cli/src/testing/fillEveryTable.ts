import { type ClientBase, PARTITIONED_TABLES } from '@sluice/db';
import { eventId } from '@sluice/testkit';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** Definitions of the checks of the column. */
  readonly checks: string;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, a.atttypid::regtype::text as type,
    coalesce((select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)), '') as checks
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'schema_migrations' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  order by c.relname, a.attnum`;

/** Text that COPY must escape, and that looks like its NULL and its end. */
const TEXT = 'a\tb\\N\n\\.\r"ä€😀';

/** References between tables hold, because all numbers are equal. */
const NUMBER = 3;

const VALUES: Readonly<Record<string, unknown>> = {
  boolean: true,
  bytea: Buffer.from([0, 1, 92, 10, 255]),
  'bytea[]': [Buffer.from([0, 92])],
  date: '2026-11-20',
  'double precision': 0.1 + 0.2,
  json: '{"b": 1, "a":  "\\u00e4\\n"}',
  jsonb: '{"b": 1, "a": "\\u00e4\\n"}',
  real: 0.1,
  'timestamp with time zone': '2026-11-20T12:30:00.123456Z',
  'text[]': ['a,b', '{"x"}', 'NULL', TEXT],
  // Also the key of the partition of this row.
  uuid: eventId(1),
  'uuid[]': [eventId(1)],
  'bigint[]': [NUMBER],
};

/** What checks of more than one column require. */
const BY_COLUMN: Readonly<Record<string, unknown>> = {
  'links.purpose': 'invitation',
  'project_keys.key': TEXT,
  'users.email': 'user@example.com',
  'project_keys.kind': 'public',
};

/** Inserts a row with hostile values into every table, without triggers. The partitions of `ARRIVAL` exist. Returns the tables. */
export async function fillEveryTable(client: ClientBase): Promise<readonly string[]> {
  await client.query('set session_replication_role = replica');
  const { rows: columns } = await client.query<Column>(COLUMNS);
  const tables = [...new Set(columns.map(({ table }) => table))];
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table);
    const names = own.map(({ name }) => `"${name}"`).join(', ');
    const places = own.map((_, index) => `$${index + 1}`).join(', ');
    await client.query(
      `insert into ${table} (${names}) overriding system value values (${places})`,
      own.map((column) => valueOf(column)),
    );
  }
  await client.query('set session_replication_role = origin');
  return tables;
}

function valueOf({ table, name, type, checks }: Column): unknown {
  const chosen = BY_COLUMN[`${table}.${name}`];
  if (chosen !== undefined) return chosen;
  if (type !== 'text') return VALUES[type] ?? NUMBER;
  return (
    /'([^']+)'::text/.exec(checks)?.[1] ?? (PARTITIONED_TABLES.some((each) => each === table) ? TEXT : `${TEXT}${name}`)
  );
}
