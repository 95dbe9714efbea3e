// The highest rate that a whole system keeps up with, and then that rate for long.
import { keeping } from '../support/keeping.mjs';
import { COMMIT_TIMES, makeProjects, openDatabase, startServers } from '../support/servers.mjs';
import { checkAccount } from './account.mjs';
import { attempt, lineOf } from './attempt.mjs';
import { startGenerator } from './startGenerator.mjs';
import { stepSearch } from './stepSearch.mjs';
import { startSystem, withLoad } from './system.mjs';
import { openDepth } from './watch.mjs';

const WARM_UP = { share: 0.5, seconds: 5 };
/** A rate that holds for seconds may not hold for minutes, because of checkpoints and rollups. */
const HEADROOM = 0.95;
/**
 * A rate that did not hold for long is lowered by this factor, unless more than this share of the time was lost on
 * it.
 */
const LOWER = 0.92;
const LOST_SHARE = 1 / 3;

/**
 * @param load `{ kinds, variety, projects, connections }`
 * @param plan `{ start, factor, halvings, most, stepSeconds, seconds, known }`; a `known` rate is not searched for again
 */
export const sustain = (directory, load, plan) =>
  keeping(async (keep) => {
    const { env, postgres, redis } = await keep(startServers(directory, { postgresSettings: COMMIT_TIMES }));
    const db = await keep(openDatabase(env.DATABASE_URL));
    const projects = await makeProjects(env.DATABASE_URL, load.projects);
    const pids = { postgres: postgres.pid, redis: redis.pid };
    const depth = await keep(openDepth(env.REDIS_URL));
    const started = await keep(startSystem({ directory, env, db, depth, pids }));
    const { kinds, variety, connections } = load;
    const keys = projects.map(({ key }) => key);
    const generator = await keep(startGenerator({ port: started.port, keys, connections, kinds, variety }));
    const system = withLoad(started, generator);
    await attempt(system, { rate: WARM_UP.share * plan.start, seconds: WARM_UP.seconds });
    const steps = [];
    const search = () => searchSteps(system, plan, steps);
    const found = plan.known ?? (await search());
    const long = await runLong(system, plan.known ?? HEADROOM * found, plan.seconds);
    const account = await checkAccount(db, projects, await system.generator.ledger());
    // If no step failed, the result is the end of the search and not the limit of the system.
    const isCeiling = steps.length > 0 && found > 0 && steps.every(({ holds }) => holds);
    return { found, isCeiling, steps: steps.map(withoutSamples), long, account };
  });

const searchSteps = (system, plan, steps) =>
  stepSearch(plan, async (rate) => {
    const step = await attempt(system, { rate, seconds: plan.stepSeconds });
    steps.push(step);
    console.log(lineOf(step));
    return step.holds;
  });

async function runLong(system, rate, seconds) {
  if (rate === 0) return undefined;
  const before = [];
  for (let [tried, lost] = [rate, 0]; ; tried *= LOWER) {
    const one = await attempt(system, { rate: tried, seconds });
    console.log(lineOf(one));
    lost += one.seconds;
    if (one.holds || lost > LOST_SHARE * seconds) return { ...one, before };
    before.push(withoutSamples(one));
  }
}

const withoutSamples = (step) => {
  const kept = { ...step };
  delete kept.samples;
  return kept;
};
