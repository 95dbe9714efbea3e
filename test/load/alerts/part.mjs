// Part "alerts": how long one evaluation of all rules about series takes. Two hours of counted minutes are stored before; each run
// evaluates the next minute, in which no rule fires. The first evaluation, which is measured by itself, evaluates an hour.
import { median } from '../support/statistics.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { measureTurns } from './turns.mjs';
import path from 'node:path';

const MINUTE_MS = 60_000;
const STORED_MINUTES = 120;
/** Rows of a series and minute: transactions of the workers. */
const PARTS = 2;
/** Target of an evaluation, in milliseconds. */
const TARGET_MS = 2_000;

export const part = {
  name: 'alerts',
  summary:
    'one evaluation of 10,000 rules about series of 500 projects; the wait for 4,000 rules of another organization',
  isShort: false,
  defaults: { rules: 10_000, projects: 500, runs: 7, turnRules: 4_000 },
  run: (options) => withDirectory((directory) => benchAlerts(directory, options)),
};

async function benchAlerts(directory, options) {
  const { startLocalPostgres } = await import('../../../packages/embedded/dist/index.js');
  const { createDatabase, migrateToLatest } = await import('../../../packages/db/dist/index.js');
  const postgres = await startLocalPostgres({ dataDir: path.join(directory, 'postgres') });
  const db = createDatabase({ url: postgres.url, poolSize: 6, applicationName: 'bench', statementMs: 600_000 });
  try {
    await migrateToLatest(db);
    const evaluated = await evaluate(db, options);
    return { ...evaluated, turns: await measureTurns(db, options.turnRules) };
  } finally {
    await db.close();
    await postgres.stop();
  }
}

async function evaluate(db, { rules: count, projects, runs }) {
  const { evaluateSeries } = await import('../../../packages/alerts/dist/evaluate/evaluateSeries.js');
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + 15_000;
  const rules = makeRules(count, projects);
  await fillMinutes(db, rules.rules, startMs);
  const evaluateMinute = async (minute) => {
    const began = performance.now();
    const nowMs = startMs + minute * MINUTE_MS;
    const firings = await evaluateSeries(db, rules, { nowMs, settledBefore: () => Infinity });
    if (firings.length > 0) throw new Error(`${firings.length} rules fired`);
    return performance.now() - began;
  };
  // The rules were made before the hour that it evaluates.
  const outageMs = await evaluateMinute(0);
  const times = [];
  for (let run = 1; run <= runs; run += 1) times.push(await evaluateMinute(run));
  const [ms, most] = [median(times), Math.max(...times)];
  console.table([
    {
      rules: count,
      projects,
      'ms (median)': Math.round(ms),
      'ms (most)': Math.round(most),
      ok: most < TARGET_MS,
      'ms (after an hour without)': Math.round(outageMs),
    },
  ]);
  return { part: 'alerts', rules: count, projects, ms, most, outageMs };
}

function makeRules(count, projects) {
  const bounds = { direction: 'above', threshold: 1e9, windowMinutes: 5, forMinutes: 2 };
  const conditions = [
    { kind: 'log_rate', query: {}, ...bounds },
    { kind: 'endpoint', measure: 'error_rate', name: 'GET /', ...bounds },
  ];
  const rules = Array.from({ length: count }, (_, index) => ({
    organizationId: '1',
    id: String(index + 1),
    projectId: String(1 + (index % projects)),
    name: 'bench',
    conditions: [conditions[index % conditions.length]],
    filters: {},
    destinationIds: [],
    exceptProjects: [],
    cooldownS: 0,
    digestS: 0,
    mutedUntil: null,
    countedSince: new Date(0),
  }));
  const organizationOf = new Map(Array.from({ length: projects }, (_, index) => [String(index + 1), '1']));
  return { rules, organizationOf, maintenance: [] };
}

async function fillMinutes(db, rules, startMs) {
  const { seriesId } = await import('../../../packages/db/dist/index.js');
  await db.pool.query(
    `insert into alert_minutes (project_id, series, minute, part, count, "over")
     select p, s, to_timestamp($3) + m * interval '1 minute', gen_random_uuid(), 50, 1
     from unnest($1::int8[], $2::text[]) as t(p, s), generate_series($4::int, $5::int) m, generate_series(1, $6::int)`,
    [
      rules.map(({ projectId }) => projectId),
      rules.map(({ id, conditions }) => seriesId(id, 0, conditions[0])),
      (startMs - 15_000) / 1_000,
      -STORED_MINUTES,
      10,
      PARTS,
    ],
  );
  await db.pool.query('vacuum analyze alert_minutes');
}
