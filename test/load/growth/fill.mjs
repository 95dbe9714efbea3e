// Rows that were there before, made by PostgreSQL itself in the order of their arrival: spans with the traces that workers would have
// derived of them, and open traces alone.
const ROWS_AT_ONCE = 250_000;
const SPANS_A_TRACE = 10;
const DAY_MS = 86_400_000;
/** The factor of `traceOf` in bodies.mjs, and its modulus. */
const SCATTER = BigInt(0x9e3779b97f4a7);
const MODULUS = 2n ** 48n;

/** An event id as the gateway makes it, arrival first. @param ms @param index SQL expressions */
const idOf = (ms, index) =>
  `(lpad(to_hex((${ms})::bigint), 12, '0') || '80008' || lpad(to_hex((${index})::bigint), 15, '0'))::uuid`;

const time = (ms) => `to_timestamp((${ms}) / 1000.0)`;

/** The text that a batch of serial `i` has for its trace. */
const scattered = (i) => `lpad(to_hex(mod((${i})::numeric * ${SCATTER}, ${MODULUS})::bigint), 12, '0')`;

/** The trace id of generated spans, which no sent batch has: distributed like others, and cheaper to make. */
const storedTrace = (i) => `'t' || left(md5((${i})::text), 12)`;

/** Two pieces at a time: one alone leaves a core idle. */
const WRITERS = 2;

async function inPieces(count, statement, run) {
  let next = 0;
  const writer = async () => {
    while (next < count) {
      const first = next;
      next += ROWS_AT_ONCE;
      await run(statement(first, Math.min(count, first + ROWS_AT_ONCE) - 1));
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
}

/** Stores `count` spans of a project, arrived evenly over `days` days up to now: 1 is today alone, in one partition. */
export async function fillSpans(db, { projectId, count, days }) {
  const { ensurePartitions } = await import('../../../packages/db/dist/index.js');
  const now = Date.now();
  // Today is the last day, so that there are as many partitions as days.
  const fromMs = now - (now % DAY_MS) - (days - 1) * DAY_MS;
  await ensurePartitions(db, { tables: ['spans', 'traces'], interval: 'day', fromMs, throughMs: now });
  const at = (i, of) => `(${fromMs} + ((${i}) * ${(now - fromMs) / of}::float8)::bigint)`;
  const run = (statement) => db.pool.query(statement);
  await inPieces(count, (first, last) => spansSql(projectId, (i) => at(i, count), first, last), run);
  const traces = Math.ceil(count / SPANS_A_TRACE);
  await inPieces(
    traces,
    (first, last) => tracesSql(projectId, { at: (i) => at(i, traces), traceName: storedTrace }, first, last),
    run,
  );
  await db.pool.query('vacuum analyze spans, traces');
}

/** Stores `count` traces that today's batches will meet again: those of the serials 0, 1, …, two a serial. */
export async function openTraces(db, { projectId, count }) {
  const now = Date.now();
  const shape = { at: () => String(now), traceName: (i) => `${scattered(`${i} / 2`)} || (${i} % 2)` };
  await inPieces(
    count,
    (first, last) => tracesSql(projectId, shape, first, last),
    (statement) => db.pool.query(statement),
  );
  await db.pool.query('vacuum analyze traces');
}

const spansSql = (projectId, at, first, last) => `
  insert into spans (project_id, id, timestamp, environment, release, user_key, trace_id, tags, contexts, span_uuid,
    parent_id, name, op, status, start_time, end_time, duration, metrics)
  select ${projectId}, ${idOf(at('i'), 'i')}, ${time(at('i'))}, 'production', 'shop@4.2.1', 'id:u-' || (i / ${SPANS_A_TRACE} % 1000),
    ${storedTrace(`i / ${SPANS_A_TRACE}`)}, '{"route":"/cart"}',
    '{"device.userAgent":"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/131.0","user.ip":"192.0.2.7"}', 'span-' || i,
    case when i % ${SPANS_A_TRACE} = 0 then null else 'span-' || (i / ${SPANS_A_TRACE} * ${SPANS_A_TRACE}) end,
    'GET /api/cart/' || i % ${SPANS_A_TRACE}, 'http.client', 'ok', ${time(at('i'))}, ${time(`${at('i')} + 12`)}, 12.5,
    case when i % ${SPANS_A_TRACE} = 0 then '{"lcp":1200,"ttfb":80}'::jsonb end
  from generate_series(${first}::bigint, ${last}::bigint) as i`;

const headOf = (
  ms,
) => `jsonb_build_object('start', (${ms})::bigint, 'uuid', 'span-' || i, 'id', ${idOf(ms, 'i')}::text, 'name', 'GET /api/cart/0',
  'op', 'pageload', 'status', 'ok', 'environment', 'production', 'release', 'shop@4.2.1', 'user', 'id:u-1')`;

const tracesSql = (projectId, { at, traceName }, first, last) => `
  insert into traces (project_id, day, trace_id, first_start, last_end, span_count, error_count, roots, earliest, first_id)
  select ${projectId}, (${time(at('i'))} at time zone 'UTC')::date, ${traceName('i')}, ${time(at('i'))}, ${time(`${at('i')} + 200`)},
    ${SPANS_A_TRACE}, 0, jsonb_build_array(${headOf(at('i'))}), ${headOf(at('i'))}, ${idOf(at('i'), 'i')}
  from generate_series(${first}::bigint, ${last}::bigint) as i`;
