// Part "capacity". START HERE: CPU time by service and unit of work, for the model behind `sluice plan`. configurations.mjs says what
// is measured, layout.mjs measures, fit.mjs finds the costs; the model itself is packages/cli/src/plan.
import { printTable } from '../support/table.mjs';
import { withDirectory } from '../support/temporary.mjs';
import { CHECKED, FITTED, WITHIN } from './configurations.mjs';
import { fitCosts } from './fit.mjs';
import { measureLayout, TYPES } from './layout.mjs';

export const part = {
  name: 'capacity',
  summary:
    'CPU of every service per request, commit, job and event; whether the model predicts other layouts within 20 %',
  isShort: false,
  defaults: { seconds: 10 },
  run: benchCapacity,
};

async function benchCapacity({ seconds }) {
  const measure = async (layouts) => {
    const all = [];
    for (const layout of layouts)
      all.push(await withDirectory((directory) => measureLayout(directory, layout, seconds)));
    return all.flat();
  };
  const [fitted, checked] = [await measure(FITTED), (await measure(CHECKED)).filter(({ name }) => name !== 'idle')];
  return evaluate(fitted, checked);
}

/** Fits, predicts and prints. */
export async function evaluate(fitted, checked) {
  const { SERVICES, unitsOf, cpuMicros } = await import('../../../packages/cli/dist/plan/costs.js');
  const { predictWork } = await import('../../../packages/cli/dist/plan/predictWork.js');
  const predictFrom = (one) => workDuring(predictWork(loadOf(one)), one);
  const micros = (service, measured) => 1e6 * measured[`${service}Cpu`];
  const costs = Object.fromEntries(
    SERVICES.map((service) => {
      const rows = fitted.map((one) => ({ units: unitsOf(service, one), measured: micros(service, one) }));
      return [service, fitCosts(rows.filter(({ measured }) => measured > 0))];
    }),
  );
  for (const service of SERVICES) printTable(`${service}, CPU µs`, [costs[service]]);
  const compare = (all, workOf) =>
    all.map((one) => {
      const pairs = SERVICES.map((service) => [cpuMicros(service, costs[service], workOf(one)), micros(service, one)]);
      const ratios = SERVICES.map((service, index) => [service, pairs[index][0] / pairs[index][1]]);
      const [predicted, measured] = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + pair[side], 0));
      return { layout: nameOf(one), ...Object.fromEntries(ratios), together: predicted / measured };
    });
  const residuals = compare(fitted, (one) => one);
  const predictions = compare(checked, predictFrom);
  printTable('fitted ÷ measured', residuals);
  printTable('predicted ÷ measured, for layouts that were not fitted', predictions);
  const groups = [...fitted, ...checked]
    .filter(({ name }) => name !== 'idle')
    .map((one) => {
      const predicted = predictFrom(one);
      return {
        layout: nameOf(one),
        'requests a publish': one.requests / one.publishes,
        predicted: predicted.requests / predicted.publishes,
        'publish ms': (1e3 * one.publishSeconds) / one.publishes,
        'jobs a write': one.jobs / one.writes,
        'predicted ': predicted.jobs / predicted.writes,
        'write ms': (1e3 * one.writeSeconds) / one.writes,
      };
    });
  printTable('group commit', groups);
  const ratios = predictions.flatMap((one) => SERVICES.map((service) => one[service]));
  const isWithin = ratios.every((ratio) => Math.abs(ratio - 1) <= WITHIN);
  console.log(`\n${isWithin ? 'ok  ' : 'MISS'} predictions within ${100 * WITHIN} %`);
  return { costs, residuals, predictions, groups, isWithin, samples: { fitted, checked } };
}

/** Gateways × queue shards, and the load. */
const nameOf = ({ gateways, shards, name, total, sendSeconds }) =>
  `${gateways} × ${shards}, ${name}${total === 0 ? '' : `, ${Math.round(total / sendSeconds)}/s`}`;

/** The load of a second, as the model takes it. */
function loadOf({ gateways, shards, workerJobs, requests, events, sendSeconds }) {
  const all = (value) => Object.fromEntries(TYPES.map((type) => [type, value(type)]));
  const perSecond = all((type) => (events[type] ?? 0) / sendSeconds);
  return { gateways, shards, requests: requests / sendSeconds, events: perSecond, workers: all(() => 1), workerJobs };
}

/** Predicted work of a measurement: `sendSeconds` of load within the `seconds` until everything was stored. */
const workDuring = ({ requests, parts, publishes, jobs, writes, events, ...layout }, { seconds, sendSeconds }) => ({
  ...layout,
  seconds,
  requests: requests * sendSeconds,
  parts: parts * sendSeconds,
  publishes: publishes * sendSeconds,
  jobs: jobs * sendSeconds,
  writes: writes * sendSeconds,
  events: Object.fromEntries(Object.entries(events).map(([type, count]) => [type, count * sendSeconds])),
});
