// Part "growth". START HERE: gateway, worker and the whole system on large tables. An empty and a filled system run
// side by side and take turns, so that disturbances of the machine affect both.
import { withDrainBackend } from '../drain/backend.mjs';
import { figuresOf } from '../drain/part.mjs';
import { spread } from '../support/statistics.mjs';
import { printBudgets } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { fillSpans, openTraces } from './fill.mjs';
import { reportCase } from './report.mjs';
import { cpuOf, takeTurn } from './takeTurn.mjs';

const ATLEAST = 0.9;
const FULL = 20_000_000;
const MINUTE_MS = 60_000;

/** The large quantity of each case: projects, words of the events, rows. */
const CASES = {
  tenPartitions: ({ rows }) => ({
    fill: ({ db, projects }) => fillSpans(db, { projectId: projects[0].id, count: rows, days: 10 }),
  }),
  onePartition: ({ rows }) => ({
    fill: ({ db, projects }) => fillSpans(db, { projectId: projects[0].id, count: rows, days: 1 }),
  }),
  projects: ({ projects }) => ({ projects }),
  agents: ({ agents }) => ({ variety: { agents } }),
  traces: ({ traces }) => ({
    fill: ({ db, projects }) => openTraces(db, { projectId: projects[0].id, count: traces }),
    // Two traces a batch.
    variety: { traces: Math.ceil(traces / 2) },
  }),
};

/** @type {import('../support/parts.mjs').Part} */
export const part = {
  name: 'growth',
  summary:
    'gateway, worker and all together with 20 million rows, 10,000 projects, 10,000 user agents, a million open traces ÷ empty',
  isShort: false,
  defaults: {
    // Each takes about a minute a case, and one more is not counted.
    runs: 2,
    rows: FULL,
    events: 40_000,
    seconds: 3,
    rate: 3_000,
    rateSeconds: 6,
    projects: 10_000,
    agents: 10_000,
    traces: 1_000_000,
    cases: Object.keys(CASES).join(','),
  },
  run: benchGrowth,
};

/**
 * `rows` are stored beforehand; a turn loads the gateway for `seconds`, has a worker drain `events` spans, and has the whole system take
 * `rate` events per second for `rateSeconds`.
 */
async function benchGrowth(options) {
  const wanted = options.cases.split(',');
  const unknown = wanted.filter((name) => !(name in CASES));
  if (unknown.length > 0) throw new Error(`--cases ${unknown.join()}: there are ${Object.keys(CASES).join(', ')}`);
  const startedAt = performance.now();
  const results = {};
  for (const name of wanted) {
    const grown = CASES[name](options);
    results[name] = await withDirectory((first) => withDirectory((second) => compare([first, second], grown, options)));
    reportCase(name, results[name]);
  }
  tellTime(options.rows, performance.now() - startedAt, results);
  const budgets = Object.entries(results).flatMap(([name, { drain, gateway, endToEnd }]) => [
    { name: `${name}: worker ÷ \\copy, of empty`, value: drain.relative.median, atLeast: ATLEAST },
    { name: `${name}: gateway, of empty`, value: gateway.relative.median, atLeast: ATLEAST },
    { name: `${name}: end to end, CPU an event when empty ÷ grown`, value: endToEnd.relative.median, atLeast: ATLEAST },
  ]);
  return { part: part.name, results, budgets: printBudgets(budgets) };
}

/** How long it took, and how long it would with all rows: for a trial with fewer. */
function tellTime(rows, ms, results) {
  const fillMs = ['tenPartitions', 'onePartition'].reduce((sum, name) => sum + (results[name]?.filledMs ?? 0), 0);
  const minutes = (value) => (value / MINUTE_MS).toFixed(1);
  const full = ms + fillMs * (FULL / rows - 1);
  console.log(
    `\ntook ${minutes(ms)} min, ${minutes(fillMs)} of them to store ${rows.toLocaleString('en-US')} rows a case; with ${FULL.toLocaleString('en-US')} about ${minutes(full)} min`,
  );
}

const compare = ([first, second], grown, options) =>
  withDrainBackend(first, {}, (empty) =>
    withDrainBackend(second, grown, async (large) => {
      const startedAt = performance.now();
      await grown.fill?.(large);
      const filledMs = performance.now() - startedAt;
      console.log(`filled in ${Math.round(filledMs / 1_000)} s`);
      const sides = { empty: { backend: empty, variety: {} }, large: { backend: large, variety: grown.variety ?? {} } };
      return { filledMs, ...(await takeTurns(sides, options)) };
    }),
  );

/** The first turn of each is not counted: caches and compiled code belong to both. */
async function takeTurns({ empty, large }, options) {
  const turns = [];
  for (let run = 0; run <= options.runs; run += 1) {
    const turn = { empty: await takeTurn(empty, options), large: await takeTurn(large, options) };
    if (run > 0) turns.push(turn);
    // The filled system is not emptied.
    await empty.backend.empty();
  }
  return figuresOfTurns(turns);
}

function figuresOfTurns(turns) {
  const side = (name, read) => turns.map((turn) => read(turn[name]));
  const relative = (read) => spread(turns.map((turn) => read(turn.large) / read(turn.empty)));
  const both = (read, make = spread) => ({ empty: make(side('empty', read)), large: make(side('large', read)) });
  return {
    drain: { relative: relative(({ drain }) => drain.ratio), ...both(({ drain }) => drain, figuresOf) },
    gateway: { relative: relative(({ gateway }) => gateway), ...both(({ gateway }) => gateway) },
    endToEnd: {
      relative: relative(({ endToEnd }) => 1 / cpuOf(endToEnd)),
      cpuMicrosPerEvent: both(({ endToEnd }) => cpuOf(endToEnd)),
      lagP50Ms: both(({ endToEnd }) => endToEnd.lagP50Ms),
      lagP99Ms: both(({ endToEnd }) => endToEnd.lagP99Ms),
      walBytesPerEvent: both(({ endToEnd }) => endToEnd.walBytesPerEvent),
    },
  };
}
