// One measurement of one system: the gateway alone, one worker compared with `\copy`, all together.
import { attempt, lineOf } from '../endToEnd/attempt.mjs';
import { MIX } from '../endToEnd/events.mjs';
import { startSystem, withLoad } from '../endToEnd/system.mjs';
import { drainAndCopy } from './drainAndCopy.mjs';

const SPANS = Array(20).fill('span');
const WARM_UP_BATCHES = 500;
const WARM_UP_SECONDS = 120;
const DRAIN_MS = 180_000;

/** @param side `{ backend, variety }` */
export async function takeTurn({ backend, variety }, { events, seconds, rate, rateSeconds }) {
  const gateway = await backend.withGenerator(MIX, (generator) => loadGateway(backend, generator, seconds), {
    variety,
  });
  const drain = await backend.withGenerator(SPANS, (generator) => drainAndCopy(backend, generator, events), {
    variety,
  });
  const endToEnd = await loadAll({ backend, variety }, { rate, seconds: rateSeconds });
  return { gateway, drain, endToEnd };
}

/** Number of batches that use every key once. */
const warmUp = ({ projects }, generator) =>
  generator.run({ rate: 0, seconds: WARM_UP_SECONDS, batches: Math.max(WARM_UP_BATCHES, projects.length) });

/** Accepted events per second. Queued events are discarded. */
async function loadGateway(backend, generator, seconds) {
  await warmUp(backend, generator);
  const sent = await generator.run({ rate: 0, seconds });
  await backend.emptyRedis();
  if (sent.processed !== sent.sentEvents)
    throw new Error(`refused: ${JSON.stringify(sent.statuses)} ${sent.lastError ?? ''}`);
  return sent.perSecond;
}

/** Lag and cost of an event at a rate that the whole system is known to hold. */
async function loadAll({ backend, variety }, plan) {
  const system = await startSystem(backend);
  try {
    const run = async (generator) => {
      await warmUp(backend, generator);
      await backend.depth.untilEmpty(DRAIN_MS);
      const one = await attempt(withLoad(system, generator), plan);
      if (!one.holds) console.log(`  NOT HELD: ${lineOf(one)}`);
      return one;
    };
    return await backend.withGenerator(MIX, run, { variety, port: system.port });
  } finally {
    await system.stop();
  }
}

/** CPU microseconds of an event in all processes but the load generator. */
export const cpuOf = ({ cpuMicrosPerEvent }) =>
  Object.entries(cpuMicrosPerEvent).reduce((sum, [role, micros]) => sum + (role === 'generator' ? 0 : micros), 0);
