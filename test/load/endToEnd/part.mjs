// Part "endToEnd". START HERE: which loads there are and what is demanded of them; sustain.mjs has how it is measured.
// `--load mixed` is the budget of a billion events a day; `--load errors` the case that others publish (saved as its own result).
import { printBudgets, printTable } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { eventsOf, MIX } from './events.mjs';
import { sustain } from './sustain.mjs';

const FACTOR = 1.3;
const MOST_STEPS_UP = 8;

const MIXED = {
  name: 'mixed, 20 events a batch, 50 projects',
  kinds: MIX,
  variety: { users: 5_000, groups: 20, agents: 50 },
  projects: 50,
  connections: 128,
  start: 4_000,
  budgets: ({ perSecond, lagP99Ms }) => [
    { name: 'events a second, sustained', value: perSecond, atLeast: 12_000, stretch: 18_000, unit: '/s' },
    { name: 'lag p99', value: lagP99Ms, atMost: 2_000, unit: ' ms' },
  ],
};

const errorsOf = (kind, perBatch, start, atLeast) => ({
  name: `exceptions of ${JSON.stringify(eventsOf([kind])).length} bytes, ${perBatch} a batch, 200 groups`,
  kinds: Array(perBatch).fill(kind),
  // Groups of a batch differ by place, too: perBatch × groups = 200.
  variety: { users: 5_000, groups: 200 / perBatch, agents: 50 },
  projects: 1,
  connections: 128,
  start,
  budgets: ({ perSecond }) => [
    { name: `${kind === 'exception50' ? '50' : '5'} KB exceptions a second`, value: perSecond, atLeast, unit: '/s' },
  ],
});

const LOADS = {
  mixed: { mixed: MIXED },
  errors: {
    errors50: errorsOf('exception50', 4, 400, 1_000),
    errors5: errorsOf('exception5', 20, 1_500, 5_000),
  },
};

/** @type {import('../support/parts.mjs').Part} */
export const part = {
  name: 'endToEnd',
  summary: 'all of `npm start` and the load generator on the same cores: the rate that holds, lag, memory, accounting',
  isShort: false,
  defaults: { load: 'mixed', seconds: 300, stepSeconds: 10, halvings: 3, start: 0, runs: 2 },
  run: benchEndToEnd,
};

/** @param {{ load: string, seconds: number, stepSeconds: number, halvings: number, start: number, runs: number }} options a `start` of 0 is the load's own */
async function benchEndToEnd({ load: wanted, seconds, stepSeconds, halvings, start, runs }) {
  const loads = LOADS[wanted];
  if (loads === undefined) throw new Error(`--load ${wanted}: there are ${Object.keys(LOADS).join(', ')}`);
  const results = {};
  const budgets = [];
  for (const [name, load] of Object.entries(loads)) {
    console.log(`\n${load.name}`);
    const first = start === 0 ? load.start : start;
    const plan = {
      start: first,
      factor: FACTOR,
      most: first * FACTOR ** MOST_STEPS_UP,
      halvings,
      stepSeconds,
      seconds,
    };
    results[name] = [];
    for (let run = 0; run < runs; run += 1) {
      results[name].push(await withDirectory((directory) => sustain(directory, load, plan)));
      report(name, results[name].at(-1));
    }
    // The worst run counts: a budget that holds only sometimes does not hold.
    const least = results[name].reduce((a, b) => ((a.long?.perSecond ?? 0) <= (b.long?.perSecond ?? 0) ? a : b));
    const problems = Math.max(...results[name].map(({ account }) => account.problems.length));
    budgets.push(...load.budgets(least.long?.holds === true ? least.long : { perSecond: NaN, lagP99Ms: NaN }), {
      name: `${name}: disagreements of the account`,
      value: problems,
      atMost: 0,
    });
  }
  return { part: wanted === 'mixed' ? 'endToEnd' : wanted, results, budgets: printBudgets(budgets) };
}

const MIB = 2 ** 20;

function report(name, { found, isCeiling, long, account }) {
  const ceiling = isCeiling ? ' (NOT A CAPACITY: every step held; search from a higher --start)' : '';
  console.log(`\nhighest rate that held for a step: ${found}/s${ceiling}`);
  if (long !== undefined) {
    printTable(`${name}: lag from arrival to storage, ms`, long.lags);
    const cpu = Object.entries(long.cpuMicrosPerEvent).map(([role, micros]) => ({ role, 'CPU µs an event': micros }));
    printTable(`${name}: where the time goes (${long.coresUsed.toFixed(2)} cores)`, cpu);
    printTable(`${name}: memory (PSS), MiB`, sampled(long.samples.memory).map(mebibytes));
    printTable(
      `${name}: queues`,
      sampled(long.samples.depth).map(({ at, events, jobs, oldestMs }) => ({ at, events, jobs, oldestMs })),
    );
  }
  console.log(
    `\naccount ${account.holds ? 'holds' : 'DOES NOT HOLD'}: ${account.sent} sent, ${account.processed} processed, ${account.refused} refused, ${account.withoutTally} without a tally, ${account.deadLetters} dead letters`,
  );
  for (const problem of account.problems) console.log(`  ${problem}`);
}

const SHOWN = 10;

/** Some samples, evenly over time; the result keeps all. */
const sampled = (samples) => samples.filter((_, i) => i % Math.ceil(samples.length / SHOWN) === 0);

const mebibytes = ({ at, ...roles }) => ({
  at,
  ...Object.fromEntries(Object.entries(roles).map(([role, bytes]) => [role, bytes / MIB])),
});
