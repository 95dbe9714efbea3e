// Events made by PostgreSQL itself, spread evenly over time, in the order of arrival; and what workers would have derived of them.

const EVENTS_AT_ONCE = 500_000;
const SPANS_A_TRACE = 10;
const ISSUES_AT_MOST = 20_000;

/** An event id: the arrival's milliseconds first, as `eventIdOf` makes them. @param ms @param index SQL expressions */
const idOf = (ms, index) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '80008' || lpad(to_hex((${index})::bigint), 15, '0'))::uuid`;

/** Fills the tables of one project; resolves with ids that it has. */
export async function fillTables(pool, { projectId, fromMs, toMs, spans, exceptions }) {
  const at = (count) => `(${fromMs}::bigint + (i * ${(toMs - fromMs) / count}::float8)::bigint)`;
  const each = async (count, statement) => {
    for (let first = 0; first < count; first += EVENTS_AT_ONCE) {
      await pool.query(statement(first, Math.min(count, first + EVENTS_AT_ONCE) - 1));
    }
  };
  const facts = { projectId, at };
  await each(spans, (first, last) => spansSql(facts, spans, first, last));
  await each(Math.ceil(spans / SPANS_A_TRACE), (first, last) => tracesSql(facts, spans, first, last));
  await each(exceptions, (first, last) => exceptionsSql(facts, exceptions, first, last));
  await each(exceptions, (first, last) => logsSql(facts, exceptions, first, last));
  for (const statement of derivedSql(projectId, await makeSketch())) await pool.query(statement);
  await pool.query('vacuum analyze');
  return someIds(pool, projectId);
}

const time = (ms) => `to_timestamp(${ms} / 1000.0)`;
const environment = `case when i % 50 = 0 then 'staging' else 'production' end`;

const spansSql = ({ projectId, at }, count, first, last) => `
  insert into spans (project_id, id, timestamp, environment, release, user_key, trace_id, tags, contexts, span_uuid,
    parent_id, name, op, status, start_time, end_time, duration, metrics)
  select ${projectId}, ${idOf(at(count), 'i')}, ${time(at(count))}, ${environment}, '1.' || (i * 5 / ${count}) || '.0',
    'id:' || (i / ${SPANS_A_TRACE} % 5000), 'trace-' || (i / ${SPANS_A_TRACE}), '{"region":"eu","plan":"pro"}',
    '{"http.method":"GET","http.status_code":200,"url":"https://shop.example.com/api/orders","user.ip":"192.0.2.7","user.agent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0"}',
    'span-' || i, case when i % ${SPANS_A_TRACE} = 0 then null else 'span-' || (i / ${SPANS_A_TRACE} * ${SPANS_A_TRACE}) end,
    case i % 4 when 0 then 'GET /orders' when 1 then 'checkout' when 2 then 'select orders' else 'render' end,
    case i % 4 when 2 then 'db' else 'http.client' end, case when i % 97 = 0 then 'error' else 'ok' end,
    ${time(at(count))}, ${time(`(${at(count)} + 20)`)}, 20, case when i % 10 = 0 then '{"lcp":1200}'::jsonb end
  from generate_series(${first}::bigint, ${last}::bigint) as i`;

const head = (
  ms,
  index,
) => `jsonb_build_object('start', (${ms})::bigint, 'uuid', 'span-' || ${index}, 'id', ${idOf(ms, index)}::text,
  'name', 'GET /orders', 'op', 'http.client', 'status', 'ok', 'environment', ${environment}, 'release', '1.0.0', 'user', 'id:1')`;

function tracesSql({ projectId, at }, spans, first, last) {
  const ms = at(spans / SPANS_A_TRACE);
  const root = head(ms, `(i * ${SPANS_A_TRACE})`);
  return `
  insert into traces (project_id, day, trace_id, first_start, last_end, span_count, error_count, roots, earliest, first_id)
  select ${projectId}, (${time(ms)} at time zone 'UTC')::date, 'trace-' || i, ${time(ms)}, ${time(`(${ms} + 200)`)},
    ${SPANS_A_TRACE}, 0, jsonb_build_array(${root}), ${root}, ${idOf(ms, `(i * ${SPANS_A_TRACE})`)}
  from generate_series(${first}::bigint, ${last}::bigint) as i`;
}

/** A few faults are met again and again, most of them seldom. */
const hash = (count) => {
  const turn = 'i * 0.6180339887498949::float8';
  const faults = Math.min(ISSUES_AT_MOST, Math.ceil(count / 20));
  return `'v1:' || md5(floor(${faults} * power(${turn} - floor(${turn}), 3))::text)`;
};

const exceptionsSql = ({ projectId, at }, count, first, last) => `
  insert into exceptions (project_id, id, timestamp, environment, release, user_key, tags, contexts, level, type, message,
    handled, hash, payload)
  select ${projectId}, ${idOf(at(count), 'i')}, ${time(at(count))}, ${environment}, '1.' || (i * 5 / ${count}) || '.0',
    'id:' || (i % 5000), '{"region":"eu"}', '{"user.ip":"192.0.2.7"}', case when i % 100 = 0 then 'fatal' else 'error' end,
    'TypeError', 'cannot read properties of undefined, order ' || i, false, ${hash(count)},
    '{"frames":[{"file":"https://shop.example.com/main.js","function":"load","line":1,"column":2}]}'
  from generate_series(${first}::bigint, ${last}::bigint) as i`;

const logsSql = ({ projectId, at }, count, first, last) => `
  insert into logs (project_id, id, timestamp, environment, level, message)
  select ${projectId}, ${idOf(at(count), 'i')}, ${time(at(count))}, ${environment}, 'info', 'order ' || i || ' was paid'
  from generate_series(${first}::bigint, ${last}::bigint) as i`;

/** A sketch as an hour has it: of some hundred different values. */
async function makeSketch() {
  const { addValue, encodeSketch } = await import('../../../packages/sketch/dist/index.js');
  const sketch = new Map();
  for (let index = 0; index < 400; index += 1) addValue(sketch, 50 * Math.exp(((index * 37) % 400) / 100));
  return encodeSketch(sketch);
}

/** What is derived of exceptions and spans, computed from the rows in one go. */
const derivedSql = (projectId, sketch) => [
  `insert into issue_hashes (project_id, hash, issue_id, home_id, with_hash, count, first_seen, last_seen, title, level, last_event_id,
     first_release, first_release_at, last_release, last_release_at)
   select project_id, hash, min(id::text)::uuid, min(id::text)::uuid, hash, count(*), min(timestamp), max(timestamp),
     'TypeError: fault ' || row_number() over (), 'error', max(id::text)::uuid, min(release), min(timestamp), max(release), max(timestamp)
   from exceptions where project_id = ${projectId} group by project_id, hash`,
  `insert into issues (project_id, id, title, level, count, users, first_seen, last_seen, last_event_id, first_release,
     first_release_at, last_release, last_release_at, last_seen_hour, count_class, users_class)
   select project_id, issue_id, title, level, count, count, first_seen, last_seen, last_event_id, first_release, first_release_at,
     last_release, last_release_at, hour_of(last_seen), slow_class(count), slow_class(count)
   from issue_hashes where project_id = ${projectId}`,
  `insert into issue_hours select project_id, hash, coalesce(environment, ''), hour_of(timestamp), count(*)
   from exceptions where project_id = ${projectId} group by 1, 2, 3, 4`,
  `insert into issue_releases select project_id, hash, release, count(*), min(timestamp), max(timestamp)
   from exceptions where project_id = ${projectId} group by 1, 2, 3`,
  `insert into project_users (project_id, user_key, id, first_seen, last_seen, last_seen_hour)
   select project_id, user_key, user_key, min(timestamp), max(timestamp), hour_of(max(timestamp))
   from exceptions where project_id = ${projectId} group by 1, 2`,
  `insert into metric_names (project_id, name) values (${projectId}, 'lcp')`,
  `insert into metric_points (project_id, day, name, environment, release, minute, width, part, count, sum, min, max, sketch)
   select project_id, (timestamp at time zone 'UTC')::date, 'lcp', environment, release, hour_of(timestamp), 60, min(id::text)::uuid,
     count(*), sum(1200), 1200, 1200, '${sketch}'
   from spans where project_id = ${projectId} and metrics is not null group by 1, 2, 4, 5, 6`,
  `insert into usage select project_id, 'exception', 'processed', '', hour_of(timestamp), 'bench', count(*)
   from exceptions where project_id = ${projectId} group by project_id, 5`,
];

async function someIds(pool, projectId) {
  const one = async (query) => (await pool.query(query)).rows[0].id;
  return {
    issue: await one(`select id from issues where project_id = ${projectId} order by count desc, id limit 1`),
    exception: await one(`select id from exceptions where project_id = ${projectId} order by id desc limit 1`),
    span: await one(`select id from spans where project_id = ${projectId} order by id desc limit 1`),
    trace: await one(
      `select trace_id as id from traces where project_id = ${projectId} order by first_id desc limit 1`,
    ),
  };
}
