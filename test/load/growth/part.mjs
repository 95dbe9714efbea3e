// Part "growth". START HERE: what becomes of gateway and worker when there is a lot already. An empty system and a grown one run side by
// side and take turns, so that what the machine does meanwhile meets both.
import { figuresOf } from '../drain/part.mjs';
import { startDrainBackend } from '../drain/backend.mjs';
import { MIX } from '../endToEnd/events.mjs';
import { spread, withSpread } from '../support/statistics.mjs';
import { printBudgets, printTable } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { drainAndCopy } from './drainAndCopy.mjs';
import { fillSpans, openTraces } from './fill.mjs';

const SPANS = Array(20).fill('span');
const ATLEAST = 0.9;
const WARM_UP_BATCHES = 500;

/** What is large in each case: projects, words of the events, rows. */
const CASES = {
  tenPartitions: ({ stored }) => ({
    prepare: ({ db, projects }) => fillSpans(db, { projectId: projects[0].id, count: stored, days: 10 }),
  }),
  onePartition: ({ stored }) => ({
    prepare: ({ db, projects }) => fillSpans(db, { projectId: projects[0].id, count: stored, days: 1 }),
  }),
  projects: ({ projects }) => ({ projects }),
  agents: ({ agents }) => ({ variety: { agents } }),
  traces: ({ traces }) => ({
    prepare: ({ db, projects }) => openTraces(db, { projectId: projects[0].id, count: traces }),
    // Two traces a batch.
    variety: { traces: Math.ceil(traces / 2) },
  }),
};

/** @type {import('../support/parts.mjs').Part} */
export const part = {
  name: 'growth',
  summary:
    'gateway and worker with 20 million rows, 10,000 projects, 10,000 user agents, a million open traces ÷ empty',
  isShort: false,
  defaults: {
    runs: 5,
    rows: 200_000,
    seconds: 6,
    stored: 20_000_000,
    projects: 10_000,
    agents: 10_000,
    traces: 1_000_000,
    cases: Object.keys(CASES).join(','),
  },
  run: benchGrowth,
};

async function benchGrowth(options) {
  const wanted = options.cases.split(',');
  const unknown = wanted.filter((name) => !(name in CASES));
  if (unknown.length > 0) throw new Error(`--cases ${unknown.join()}: there are ${Object.keys(CASES).join(', ')}`);
  const results = {};
  for (const name of wanted) {
    const grown = CASES[name](options);
    results[name] = await withDirectory((first) => withDirectory((second) => compare([first, second], grown, options)));
    report(name, results[name]);
  }
  const budgets = Object.entries(results).flatMap(([name, { drain, gateway }]) => [
    { name: `${name}: worker ÷ \\copy, of empty`, value: drain.relative.median, atLeast: ATLEAST },
    { name: `${name}: gateway, of empty`, value: gateway.relative.median, atLeast: ATLEAST },
  ]);
  return { part: part.name, results, budgets: printBudgets(budgets) };
}

async function compare([first, second], grown, options) {
  const empty = await startSide(first, {});
  try {
    const large = await startSide(second, grown);
    try {
      return await takeTurns(empty, large, options);
    } finally {
      await large.backend.stop();
    }
  } finally {
    await empty.backend.stop();
  }
}

async function startSide(directory, { projects = 1, variety = {}, prepare }) {
  const backend = await startDrainBackend(directory, { projects });
  try {
    const startedAt = performance.now();
    await prepare?.(backend);
    if (prepare !== undefined) console.log(`filled in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
    return { backend, variety };
  } catch (error) {
    await backend.stop();
    throw error;
  }
}

/** The first turn of each is not counted: caches and compiled code belong to both. */
async function takeTurns(empty, large, { runs, rows, seconds }) {
  const turns = [];
  for (let run = 0; run <= runs; run += 1) {
    const turn = { empty: await takeTurn(empty, rows, seconds), large: await takeTurn(large, rows, seconds) };
    if (run > 0) turns.push(turn);
    // The large one keeps what it has.
    await empty.backend.empty();
  }
  const side = (name) => turns.map((turn) => turn[name]);
  const relative = (read) => spread(turns.map((turn) => read(turn.large) / read(turn.empty)));
  return {
    drain: {
      relative: relative(({ drain }) => drain.ratio),
      empty: figuresOf(side('empty').map(({ drain }) => drain)),
      large: figuresOf(side('large').map(({ drain }) => drain)),
    },
    gateway: {
      relative: relative(({ gateway }) => gateway),
      empty: spread(side('empty').map(({ gateway }) => gateway)),
      large: spread(side('large').map(({ gateway }) => gateway)),
    },
  };
}

async function takeTurn({ backend, variety }, rows, seconds) {
  const gateway = await backend.withGenerator(MIX, (generator) => loadGateway(backend, generator, seconds), {
    variety,
  });
  const drain = await backend.withGenerator(SPANS, (generator) => drainAndCopy(backend, generator, rows), { variety });
  return { gateway, drain };
}

/** Accepted events a second, after every key was asked for once. What was queued is thrown away. */
async function loadGateway(backend, generator, seconds) {
  const batches = Math.max(WARM_UP_BATCHES, backend.projects.length);
  await generator.run({ rate: 0, seconds: 600, batches });
  const sent = await generator.run({ rate: 0, seconds });
  await backend.emptyRedis();
  if (sent.processed !== sent.sentEvents)
    throw new Error(`refused: ${JSON.stringify(sent.statuses)} ${sent.lastError ?? ''}`);
  return sent.perSecond;
}

function report(name, { drain, gateway }) {
  const row = (what, empty, large, relative) => ({
    what,
    empty: withSpread(empty),
    grown: withSpread(large),
    'grown ÷ empty': withSpread(relative),
  });
  const rates = (read) => [read(drain.empty), read(drain.large)];
  const plain = (what, [empty, large]) => ({
    what,
    empty: withSpread(empty),
    grown: withSpread(large),
    'grown ÷ empty': large.median / empty.median,
  });
  printTable(`${name}, median (least–most)`, [
    row('worker ÷ \\copy', drain.empty.ratio, drain.large.ratio, drain.relative),
    plain(
      'worker, rows/s',
      rates(({ worker }) => worker.perSecond),
    ),
    plain(
      '\\copy, rows/s',
      rates(({ copy }) => copy.perSecond),
    ),
    row('gateway, events/s', gateway.empty, gateway.large, gateway.relative),
  ]);
}
