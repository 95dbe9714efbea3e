// The load of endToEnd and a stream of new issues on a running system, and the requests that arrive at the webhooks.
import { attempt, lineOf } from '../endToEnd/attempt.mjs';
import { MIX } from '../endToEnd/events.mjs';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { withLoad } from '../endToEnd/system.mjs';
import { openDepth } from '../endToEnd/watch.mjs';
import { keeping } from '../support/keeping.mjs';
import { COMMIT_TIMES, makeProjects, openDatabase, startServers } from '../support/servers.mjs';
import { accountOf } from './account.mjs';
import { makeRules } from './makeRules.mjs';
import { latencyBuckets, readLatencies } from './latencyBuckets.mjs';
import { readChanges, readNotices, untilSent } from './readings.mjs';
import { regress } from './regress.mjs';
import { startAll } from './startAll.mjs';
import { startReceiver } from './startReceiver.mjs';

const PROJECTS = 50;
/** As the mixed load of endToEnd. */
const MIXED = { kinds: MIX, variety: { users: 5_000, groups: 20, agents: 50 }, connections: 128 };
/** One exception a batch, and no group twice. Its serials are those of no other batch. */
const FIRST_SERIAL = 500_000_000_000;
const NEW_ISSUES = {
  kinds: ['exception'],
  variety: { users: 5_000, groups: 1e12, agents: 50 },
  connections: 16,
  firstSerial: FIRST_SERIAL,
};
/** Opens the issues of the load, whose messages are not measured. */
const WARM_UP = { share: 0.5, seconds: 5 };

/** @returns the attempt of the load, and the {@link accountOf} all issues; `measured`: those of the measured time */
export const measure = (directory, options) =>
  keeping(async (keep) => {
    const { env, postgres, redis } = await keep(startServers(directory, { postgresSettings: COMMIT_TIMES }));
    const db = await keep(openDatabase(env.DATABASE_URL));
    const projects = await makeProjects(env.DATABASE_URL, PROJECTS);
    const receiver = await keep(startReceiver());
    const rules = await makeRules(db, projects, receiver.url);
    const depth = await keep(openDepth(env.REDIS_URL));
    const servers = { directory, env, db, depth, pids: { postgres: postgres.pid, redis: redis.pid } };
    const started = await keep(startAll(servers, options.separate));
    const load = { port: started.port, keys: projects.map(({ key }) => key) };
    const generator = await keep(startGenerator({ ...load, ...MIXED }));
    const stream = await keep(startGenerator({ ...load, ...NEW_ISSUES }));
    return runLoad({ system: withLoad(started, generator), stream, rules, receiver }, options);
  });

async function runLoad({ system, stream, rules, receiver }, { rate, seconds, issues, regressions }) {
  const { db } = system;
  await attempt(system, { rate: WARM_UP.share * rate, seconds: WARM_UP.seconds });
  await untilSent(db, rules.destinationIds);
  const before = await latencyBuckets(system.adminUrl);
  const fromMs = Date.now();
  const [load, sent, resolved] = await Promise.all([
    attempt(system, { rate, seconds }),
    stream.run({ rate: issues, seconds }),
    regress(db, { perSecond: regressions, seconds }),
  ]);
  console.log(lineOf(load));
  const isSent = await untilSent(db, rules.destinationIds);
  const service = readLatencies(before, await latencyBuckets(system.adminUrl));
  const account = await readAccount({ db, rules, receiver });
  const { lowestIdAt } = await import('../../../packages/contract/dist/index.js');
  const firstId = lowestIdAt(fromMs);
  const measured = account.reported.filter(({ eventId }) => eventId >= firstId);
  const opened = account.reported.filter(({ isOfStream, kind }) => isOfStream && kind === 'new_issue').length;
  const problems = [
    ...(isSent ? [] : ['messages are still waiting']),
    ...(opened === sent.processed ? [] : [`${sent.processed} new issues were sent, and ${opened} reported`]),
    ...account.problems,
  ];
  return { load, stream: sent, resolved, service, ...account, measured, problems };
}

async function readAccount({ db, rules: { destinationIds, ruleOf }, receiver }) {
  const { firingId } = await import('../../../packages/alerts/dist/index.js');
  const [changes, notices, arrivals] = [
    await readChanges(db, FIRST_SERIAL),
    await readNotices(db, destinationIds),
    await receiver.arrivals(),
  ];
  return accountOf({ changes, notices, arrivals }, ({ projectId, issueId, eventId, kind }) => {
    const { id: ruleId } = ruleOf.get(projectId);
    return firingId({ projectId, ruleId, kind, subject: `issue:${issueId}`, occurrence: eventId, state: 'firing' });
  });
}
