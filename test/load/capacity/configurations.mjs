// What is measured for the capacity model: loads by layout of processes. Those that are fitted, and those that check the result.
import { MIX } from '../endToEnd/events.mjs';

const times = (count, kinds) => Array.from({ length: count }, () => kinds).flat();
const alone = (kind, perBatch, perSecond) => ({
  name: `${kind}, ${perBatch} a batch`,
  kinds: times(perBatch, [kind]),
  perSecond,
});
const mixed = (batches, perSecond) => ({
  name: `mix, ${batches * MIX.length} a batch`,
  kinds: times(batches, MIX),
  perSecond,
});
/** What a page sends that has little to say. */
const small = (perSecond) => ({ name: 'span and log, 2 a batch', kinds: ['span', 'log'], perSecond });

/** @type {{ gateways: number, shards: number, loads: { name: string, kinds: string[], perSecond: number }[] }[]} */
export const FITTED = [
  {
    gateways: 1,
    shards: 1,
    loads: [
      mixed(1, 600),
      mixed(1, 4_000),
      alone('exception', 20, 1_000),
      alone('log', 20, 3_000),
      alone('span', 20, 3_000),
      alone('hit', 20, 3_000),
      alone('replay', 20, 2_000),
      alone('log', 1, 400),
      alone('span', 100, 6_000),
    ],
  },
  { gateways: 2, shards: 1, loads: [mixed(1, 2_500), alone('log', 1, 800)] },
  { gateways: 2, shards: 8, loads: [mixed(1, 2_500), alone('span', 20, 3_000), alone('log', 1, 400)] },
];

/** Other layouts and loads, which the model has to predict within {@link WITHIN}. */
export const CHECKED = [
  { gateways: 1, shards: 4, loads: [mixed(1, 2_500)] },
  { gateways: 1, shards: 8, workerJobs: 1_024, loads: [mixed(1, 2_500)] },
  { gateways: 2, shards: 1, loads: [mixed(5, 4_000)] },
  { gateways: 2, shards: 2, loads: [small(1_000)] },
  { gateways: 3, shards: 4, loads: [alone('exception', 5, 1_000)] },
];

export const WITHIN = 0.2;
