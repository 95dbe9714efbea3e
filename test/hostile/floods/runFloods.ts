import { createTenant } from '../../e2e/support/tenant.js';
import { residentMegabytes } from '../support/memory.js';
import { type WatchedSystem } from '../support/watchedSystem.js';
import { cardinalities, flood } from './cardinalityFloods.js';
import { connectAndLeave, idle, trickle, unknownKeys } from './connectionFloods.js';
import { sendLargestBodies, sendMostToScrub } from './largestBodies.js';
import { startGoodClient, type GoodFigures } from './goodClient.js';

/** Effects of a flood on the system. */
export interface FloodFigures {
  readonly name: string;
  readonly seconds: number;
  /** Growth of the memory of the system's Node processes in megabytes; `NaN` if it cannot be measured. */
  readonly grown: number;
  /** Results of another project’s client meanwhile. */
  readonly good: GoodFigures;
  /** Longest time for which an event loop was blocked, and the maximum allowed. */
  readonly longestStallMs: number;
  readonly mostStallMs: number;
  /** Text of its result; throws if the result is wrong. */
  readonly found: string;
}

type Flood = readonly [name: string, run: () => Promise<string>, mostStallMs?: number];

const MOST_STALL_MS = 200;
/** A body of a million values or 20 MiB is parsed without yielding: the limits bound the time (`MAX_JSON_VALUES`). */
const MOST_STALL_OF_LARGEST_MS = 2_000;
/** It is parsed without yielding, too. Scrubbing it without yielding would take 2,000 ms more. */
const MOST_STALL_OF_SCRUBBING_MS = 500;

async function floodsOf(system: WatchedSystem, scale: number): Promise<readonly Flood[]> {
  const project = await createTenant(system);
  const slow = 200 * scale;
  const events = 500 * scale;
  return [
    [
      `${slow} clients that trickle`,
      async () => {
        const { ended, others, lastMs } = await trickle(system, project, slow);
        if (ended !== slow || others.length > 0)
          throw new Error(`${ended} of ${slow} ended, ${others.join()} answered`);
        return `all ended by the server, the last after ${lastMs} ms`;
      },
    ],
    [
      '2,000 idle connections',
      async () => {
        const before = (await residentMegabytes(system.gatewayPids)) ?? NaN;
        const held = await idle(system, project, 2_000);
        const during = (await residentMegabytes(system.gatewayPids)) ?? NaN;
        const [answered, open] = [held.answered(), held.open()];
        held.close();
        if (answered !== 2_000 || open !== 2_000) throw new Error(`${answered} answered, ${open} open`);
        return `all answered and kept, ${Math.round(during - before)} MB more while they are open`;
      },
    ],
    [
      `${1_500 * scale} connections that come and go`,
      async () => {
        await connectAndLeave(system, 1_500 * scale);
        return '';
      },
    ],
    [
      `${2_000 * scale} unknown keys`,
      async () => {
        const statuses = await unknownKeys(system, 2_000 * scale);
        if (Object.keys(statuses).join() !== '401') throw new Error(JSON.stringify(statuses));
        return 'each a 401';
      },
    ],
    [
      `${4 * scale} of the largest bodies`,
      async () => {
        const statuses = await sendLargestBodies(system, project, scale);
        if (Object.keys(statuses).some((status) => !['202', '413', '503'].includes(status))) {
          throw new Error(JSON.stringify(statuses));
        }
        return JSON.stringify(statuses);
      },
      MOST_STALL_OF_LARGEST_MS,
    ],
    [
      `${scale} of the bodies with most to scrub`,
      async () => {
        // These events are filtered, so they need not be stored; they are scrubbed anyway.
        const scrubbed = await createTenant(system, { project: { scrub: true, 'sampleRates.log': 0 } });
        const { 202: taken = 0, 503: refused = 0, ...others } = await sendMostToScrub(system, scrubbed, scale);
        if (Object.keys(others).length > 0) throw new Error(JSON.stringify(others));
        return `${taken} taken, ${refused} refused`;
      },
      MOST_STALL_OF_SCRUBBING_MS,
    ],
    ...cardinalities.map((cardinality): Flood => [
      `${events} events with new ${cardinality.name}`,
      async () => `stored in ${(await flood(system, await createTenant(system), cardinality, events)).toFixed(1)} s`,
    ]),
  ];
}

/** Runs the floods one after the other, each concurrently with a client of another project. */
export async function runFloods(
  system: WatchedSystem,
  scale: number,
  onDone: (figures: FloodFigures) => void = () => undefined,
): Promise<readonly FloodFigures[]> {
  const friend = await createTenant(system);
  const all: FloodFigures[] = [];
  for (const [name, run, mostStallMs = MOST_STALL_MS] of await floodsOf(system, scale)) {
    const before = (await residentMegabytes(system.gatewayPids)) ?? NaN;
    const [since, started] = [Date.now(), performance.now()];
    const client = startGoodClient(system, friend);
    let good: GoodFigures | undefined;
    const found = await run().finally(async () => {
      good = await client.stop();
    });
    if (good === undefined) throw new Error('the good client was not stopped');
    const grown = Math.round(((await residentMegabytes(system.gatewayPids)) ?? NaN) - before);
    const { longestStallMs } = await system.report(since);
    const seconds = (performance.now() - started) / 1000;
    const figures = { name, seconds, grown, good, longestStallMs, mostStallMs, found };
    all.push(figures);
    onDone(figures);
  }
  return all;
}

/** Formats a result as one line. */
export const floodLine = ({ name, seconds, grown, good, longestStallMs, found }: FloodFigures): string =>
  `${name}: ${seconds.toFixed(1)} s, ${grown} MB more, good client ${good.sent} sent, ${good.failed.length} failed, ` +
  `p50 ${good.p50} ms, p99 ${good.p99} ms, longest stall ${longestStallMs} ms${found === '' ? '' : `; ${found}`}`;
