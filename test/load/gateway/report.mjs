// The tables of part "gateway".
import { hasTaskset } from '../support/processes.mjs';
import { median, short, spread, withSpread } from '../support/statistics.mjs';
import { printBudgets, printTable } from '../support/table.mjs';
import { MIXES } from '../support/batches.mjs';
import { MAIN_CASE } from './cases.mjs';

/** Above this share of its core, the load generator may be the bottleneck; then compare CPU per batch. */
const LOAD_LIMIT = 0.9;

const pick = (runs, field) => spread(runs.map((run) => run[field]));

function figuresOf({ name, load, ours, bare }) {
  const events = MIXES[load.mix].length;
  return {
    case: name,
    events,
    bytes: ours[0].bytes,
    ratio: spread(ours.map((run, i) => run.perSecond / bare[i].perSecond)),
    cpuRatio: spread(ours.map((run, i) => bare[i].cpuMicros / run.cpuMicros)),
    ours: {
      perSecond: pick(ours, 'perSecond'),
      cpuMicros: pick(ours, 'cpuMicros'),
      cpuMicrosPerEvent: median(ours.map(({ cpuMicros }) => cpuMicros)) / events,
      redisMicrosPerEvent: median(ours.map(({ redisMicros }) => redisMicros)) / events,
      p50Ms: pick(ours, 'p50'),
      p99Ms: pick(ours, 'p99'),
    },
    bare: {
      perSecond: pick(bare, 'perSecond'),
      cpuMicros: pick(bare, 'cpuMicros'),
      p50Ms: pick(bare, 'p50'),
      p99Ms: pick(bare, 'p99'),
    },
    serverBusy: { ours: median(ours.map(({ busy }) => busy)), bare: median(bare.map(({ busy }) => busy)) },
    loadBusy: {
      ours: median(ours.map(({ loadBusy }) => loadBusy)),
      bare: median(bare.map(({ loadBusy }) => loadBusy)),
    },
    notOk: [...ours, ...bare].reduce((sum, { other }) => sum + other, 0),
  };
}

const rowOf = ({ case: name, bytes, ours, bare, ratio, cpuRatio }) => ({
  case: name,
  bytes,
  'gateway/s': withSpread(ours.perSecond),
  'bare/s': withSpread(bare.perSecond),
  ratio: withSpread(ratio),
  'µs a batch': short(ours.cpuMicros.median),
  'bare µs': short(bare.cpuMicros.median),
  'CPU ratio': short(cpuRatio.median),
  'µs an event': short(ours.cpuMicrosPerEvent),
  'Redis µs an event': short(ours.redisMicrosPerEvent),
  'p50 ms': short(ours.p50Ms.median),
  'p99 ms': short(ours.p99Ms.median),
});

function printWarnings(cases) {
  if (!hasTaskset) console.log('  NOT PINNED: there is no taskset');
  for (const { case: name, notOk, loadBusy } of cases) {
    if (notOk > 0) console.log(`  NOT CLEAN: ${name}: ${notOk} answers were not a 202 with the whole batch processed`);
    const limited = Object.entries(loadBusy).filter(([, share]) => share > LOAD_LIMIT);
    for (const [side, share] of limited) {
      console.log(
        `  LOAD LIMITED: ${name}, ${side}: the load used ${(100 * share).toFixed(0)} % of its core; believe the CPU ratio`,
      );
    }
  }
}

/** Prints everything. @returns the part's figures */
export function reportGateway({ rows, halves }, places) {
  const cases = rows.map(figuresOf);
  printTable(`${rows[0].ours.length} alternated runs, one core each side, medians (least–most)`, cases.map(rowOf));
  printWarnings(cases);
  const halfLoad = {
    perSecond: pick(halves, 'perSecond'),
    p50Ms: pick(halves, 'p50'),
    p99Ms: pick(halves, 'p99'),
    notOk: halves.reduce((sum, { other }) => sum + other, 0),
  };
  console.log(
    `\n  at half load (${MAIN_CASE.name}): ${withSpread(halfLoad.perSecond)}/s, p50 ${withSpread(halfLoad.p50Ms)} ms, p99 ${withSpread(halfLoad.p99Ms)} ms`,
  );
  if (places.length > 0) printTable('where the gateway spent its time', places);
  const main = cases.find((one) => one.case === MAIN_CASE.name);
  const budgets =
    main === undefined
      ? []
      : printBudgets([{ name: 'gateway ÷ bare, mixed', value: main.ratio.median, atLeast: 0.3, stretch: 0.4 }]);
  return { budgets, cases, halfLoad, profile: places };
}
