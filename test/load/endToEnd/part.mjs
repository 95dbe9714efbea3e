// Part "endToEnd". START HERE: the loads and their requirements; sustain.mjs measures. `--load mixed` is the budget
// of a billion events per day; `--load errors` (50 KB) and `--load errors5k` are the cases that other projects publish,
// with separate results.
import { short, spread } from '../support/statistics.mjs';
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
  start: 7_000,
  budgets: ({ perSecond, lagP99Ms }) => [
    { name: 'events per second, sustained', value: perSecond, atLeast: 12_000, stretch: 18_000, unit: '/s' },
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
    { name: `${kind === 'exception50' ? '50' : '5'} KB exceptions per second`, value: perSecond, atLeast, unit: '/s' },
  ],
});

const LOADS = {
  mixed: MIXED,
  errors: errorsOf('exception50', 4, 400, 1_000),
  errors5k: errorsOf('exception5', 20, 1_500, 5_000),
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
async function benchEndToEnd({ load: wanted, start, runs, ...times }) {
  const load = LOADS[wanted];
  if (load === undefined) throw new Error(`--load ${wanted}: there are ${Object.keys(LOADS).join(', ')}`);
  console.log(load.name);
  const first = start === 0 ? load.start : start;
  const plan = { ...times, start: first, factor: FACTOR, most: first * FACTOR ** MOST_STEPS_UP };
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    // The next run starts from the rate that this one found, because the long phase matters.
    const known = results.findLast(({ long }) => long?.holds === true)?.long.offered;
    console.log(`\nrun ${run + 1}`);
    results.push(await withDirectory((directory) => sustain(directory, load, { ...plan, known })));
    report(results.at(-1));
  }
  const overall = reportRuns(results);
  // The worst run counts: a budget that holds only sometimes does not hold.
  const rateOf = ({ long }) => (long?.holds === true ? long.perSecond : 0);
  const least = results.reduce((a, b) => (rateOf(a) <= rateOf(b) ? a : b));
  const problems = Math.max(...results.map(({ account }) => account.problems.length));
  const budgets = printBudgets([
    ...load.budgets(least.long?.holds === true ? least.long : { perSecond: NaN, lagP99Ms: NaN }),
    { name: 'disagreements of the account', value: problems, atMost: 0 },
  ]);
  return { part: wanted === 'mixed' ? 'endToEnd' : wanted, overall, results, budgets };
}

const MIB = 2 ** 20;

function report({ found, isCeiling, long, account }) {
  const ceiling = isCeiling ? ' (NOT A CAPACITY: every step held; search from a higher --start)' : '';
  console.log(`\nhighest rate that is known to hold for a while: ${found}/s${ceiling}`);
  if (long !== undefined) {
    printTable('lag from arrival to storage, ms', long.lags);
    const cpu = Object.entries(long.cpuMicrosPerEvent).map(([role, micros]) => ({ role, 'CPU µs an event': micros }));
    printTable(`where the time goes (${long.coresUsed.toFixed(2)} cores)`, cpu);
    const delays = Object.entries(long.loopDelay).map(([role, { p50Ms, p99Ms, maxMs }]) => ({
      role,
      p50: p50Ms,
      p99: p99Ms,
      longest: maxMs,
    }));
    printTable('event-loop delay of the median second, and the longest, ms', delays);
    printTable('memory (PSS), MiB', sampled(long.samples.memory).map(mebibytes));
    printTable(
      'queues',
      sampled(long.samples.depth).map(({ at, events, jobs, oldestMs }) => ({ at, events, jobs, oldestMs })),
    );
    console.log(
      `\nper event: ${short(long.walBytesPerEvent)} bytes of write-ahead log, ${short(long.diskBytesPerEvent)} of database`,
    );
  }
  console.log(
    `\naccount ${account.holds ? 'holds' : 'DOES NOT HOLD'}: ${account.sent} sent, ${account.processed} processed, ${account.refused} refused, ${account.withoutTally} without a tally, ${account.deadLetters} dead letters`,
  );
  for (const problem of account.problems) console.log(`  ${problem}`);
}

/** Compares the runs. @returns medians and spreads of the long measurements */
function reportRuns(results) {
  const long = results.flatMap((result) => result.long ?? []);
  if (long.length === 0) return {};
  const cpuOf = ({ cpuMicrosPerEvent }) => Object.values(cpuMicrosPerEvent).reduce((sum, micros) => sum + micros, 0);
  printTable(
    'runs',
    long.map((one, run) => ({
      run: `${run + 1}${one.holds ? '' : ' (does not hold)'}`,
      'events/s': one.perSecond,
      s: one.seconds,
      'lag p50 ms': one.lagP50Ms,
      'lag p99 ms': one.lagP99Ms,
      'CPU µs an event': cpuOf(one),
      'WAL B': one.walBytesPerEvent,
      'disk B': one.diskBytesPerEvent,
    })),
  );
  const of = (read) => spread(long.map(read));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    lagP50Ms: of(({ lagP50Ms }) => lagP50Ms),
    lagP99Ms: of(({ lagP99Ms }) => lagP99Ms),
    cpuMicrosPerEvent: of(cpuOf),
    walBytesPerEvent: of(({ walBytesPerEvent }) => walBytesPerEvent),
    diskBytesPerEvent: of(({ diskBytesPerEvent }) => diskBytesPerEvent),
  };
}

const SHOWN = 10;

/** Some samples, evenly over time; the result keeps all. */
const sampled = (samples) => samples.filter((_, i) => i % Math.ceil(samples.length / SHOWN) === 0);

const mebibytes = ({ at, ...roles }) => ({
  at,
  ...Object.fromEntries(Object.entries(roles).map(([role, bytes]) => [role, bytes / MIB])),
});
