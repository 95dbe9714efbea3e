// Part "overload": offers a multiple of the capacity. START HERE; measure.mjs measures, generator.mjs sends.
import { withDirectory } from '../support/temporary.mjs';
import { reportOverload } from './report.mjs';

export const part = {
  name: 'overload',
  summary:
    'offered 3 × of capacity: what is refused first, who keeps what latency, memory, the time until all is stored',
  isShort: false,
  defaults: { runs: 2, seconds: 180, factor: 3, capacity: 0, capacitySeconds: 20 },
  run: benchOverload,
};

/** A `capacity` of 0 (events per second) is measured first. */
async function benchOverload({ runs, ...plan }) {
  const { overload } = await import('./measure.mjs');
  const results = [];
  for (let run = 0; run < runs; run += 1) {
    results.push(await withDirectory((directory) => overload(directory, plan)));
    console.log(`\nrun ${run + 1}`);
    reportOverload(results.at(-1));
  }
  return { results };
}
