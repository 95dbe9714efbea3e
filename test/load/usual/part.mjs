// Part "usual": the same batches through a small reference that is written the way most people would (server.mjs, worker.mjs: express.json,
// one job an event, one insert an event) and through Sluice, alternated. The reference derives nothing: no issues, traces, users or
// usage, no receipts. Both sides have the same Redis and PostgreSQL settings and all cores.
import { short, spread, withSpread } from '../support/statistics.mjs';
import { printBudgets, printTable } from '../support/table.mjs';

export const part = {
  name: 'usual',
  summary: 'against a job and an insert per event: accepted, rows per worker, end to end',
  isShort: true,
  defaults: { runs: 5, seconds: 6, rows: 100_000, usualRows: 20_000 },
  run: benchUsual,
};

async function benchUsual({ runs, seconds, rows, usualRows }) {
  // The measuring code imports built packages.
  const { SIDES } = await import('./sides.mjs');
  const { measureAccepted, measureEndToEnd, measureWorker } = await import('./measure.mjs');
  const measurements = {
    accepted: measureAccepted,
    worker: (side) => measureWorker(side, { rows: side === SIDES.sluice ? rows : usualRows }),
    endToEnd: measureEndToEnd,
  };
  const results = {};
  for (const name of Object.keys(measurements)) results[name] = { sluice: [], usual: [] };
  for (let run = 0; run < runs; run += 1) {
    for (const [name, measure] of Object.entries(measurements)) {
      for (const [sideName, side] of Object.entries(SIDES)) {
        results[name][sideName].push(await measure(side, { seconds }));
      }
    }
  }
  return reportUsual(results);
}

const TITLES = {
  accepted: 'accepted events/s, without workers',
  worker: 'span rows/s of one worker',
  endToEnd: 'end to end, events/s',
};

function reportUsual(results) {
  const rates = (runs) => spread(runs.map(({ perSecond }) => perSecond));
  const figures = Object.entries(results).map(([name, { sluice, usual }]) => ({
    name,
    sluice: rates(sluice),
    usual: rates(usual),
    ratio: spread(sluice.map(({ perSecond }, i) => perSecond / usual[i].perSecond)),
    runs: { sluice, usual },
  }));
  printTable(
    'alternated runs, medians (least–most)',
    figures.map(({ name, sluice, usual, ratio }) => ({
      measured: TITLES[name],
      sluice: withSpread(sluice),
      usual: withSpread(usual),
      ratio: withSpread(ratio),
    })),
  );
  for (const { name, runs } of figures) {
    for (const [side, all] of Object.entries(runs)) {
      const lost = all.reduce((sum, { missing = 0, notOk = 0 }) => sum + missing + notOk, 0);
      if (lost !== 0)
        console.log(`  NOT CLEAN: ${TITLES[name]}, ${side}: ${short(lost)} events not accepted or not stored`);
    }
  }
  const ratioOf = (name) => figures.find((figure) => figure.name === name).ratio.median;
  const budgets = printBudgets([
    { name: 'end to end ÷ usual', value: ratioOf('endToEnd'), atLeast: 4 },
    { name: 'rows per worker ÷ usual', value: ratioOf('worker'), atLeast: 10 },
  ]);
  return { budgets, figures };
}
