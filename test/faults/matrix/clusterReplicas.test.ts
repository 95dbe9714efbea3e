import { Redis } from 'ioredis';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TestRedisCluster } from '@sluice/testkit';
import { makeEvents } from '../../e2e/support/events.js';
import { ask } from '../../e2e/support/http.js';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { sendAccepted } from '../../e2e/support/send.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { createProject, type Project } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { clockShiftedBy } from '../support/preload.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** Rows 38 to 42 of the fault matrix: a Redis Cluster of three masters with a replica each, which replace them. */

/** Only there are all addresses 127.x.x.x local. */
const isLinux = process.platform === 'linux';

const SHARDS = 6;
const MASTERS = 3;
/** Later than the end of the current hour plus the time for queues to drain. */
const NEXT_HOUR_MS = 75 * 60_000;
let cluster: TestRedisCluster;
const rig = useRig({
  redisCluster: { replicas: true, partitions: isLinux },
  env: { QUEUE_SHARDS: String(SHARDS) },
});
beforeAll(() => {
  if (rig.processes.cluster === undefined) throw new Error('Redis is no cluster');
  cluster = rig.processes.cluster;
}, 180_000);

const countsOf = (shard: number): string => `{sl${shard}}:counts`;
const ownerOf = (shard: number): Promise<number> => cluster.ownerOf(countsOf(shard));
/** The node with a copy of this one's keys. */
const partnerOf = (node: number): number => (node + MASTERS) % (2 * MASTERS);

const calmly = { timeoutMs: 60_000, load: { pauseMs: 20 } };

/** Events of batches that were acknowledged without a doubt on the way: gateways have counted all of them. */
let certain = 0;

describe('a rolling restart of a cluster', () => {
  test('loses nothing acknowledged: each master hands over to its replica and restarts', async () => {
    await underLoad(
      rig,
      async (load) => {
        for (let node = 0; node < MASTERS; node += 1) {
          await untilAcknowledged(load, 15);
          await cluster.promote(partnerOf(node), 'handOver');
          await cluster.nodes[node]?.restart();
          await untilWhole();
        }
        await untilAcknowledged(load, 30, 60_000);
      },
      calmly,
    );
    // All masters are nodes that were replicas at the start.
    const owners = await Promise.all(Array.from({ length: SHARDS }, (_, shard) => ownerOf(shard)));
    expect(Math.min(...owners)).toBeGreaterThanOrEqual(MASTERS);
  }, 300_000);
});

/** Resolves with the queue shard that has got jobs of logs. */
const grownShard = (before: readonly number[] = []): Promise<number> =>
  waitFor(
    async () => {
      const shard = (await waitingJobs()).findIndex((jobs, index) => jobs > (before[index] ?? 0));
      return shard === -1 ? undefined : shard;
    },
    { what: 'a job that waits' },
  );

/** A project whose queue shard is on another master than this node. Its jobs of logs wait. */
async function projectElsewhere(node: number, gateway: string): Promise<Project> {
  for (;;) {
    const project = await createProject(rig.system, rig.organization);
    const before = await waitingJobs();
    await sendAccepted(gateway, project, makeEvents('log', 1));
    if ((await ownerOf(await grownShard(before))) !== node) return project;
  }
}

const waitingJobs = (): Promise<number[]> =>
  Promise.all(
    Array.from({ length: SHARDS }, async (_, shard) =>
      Number(await cluster.askOwner(countsOf(shard), 'LLEN', `{sl${shard}}:log:wait`)),
    ),
  );

/** Acknowledged events that the promoted replica of the next test lacks. */
const TAIL = 7;

/** A gateway that stops stores the counts of what it has acknowledged. */
async function untilAcknowledgedIsStored(): Promise<void> {
  for (const name of gatewayNames) await rig.restart(name);
}

/** Lets the comparison begin anew: events of earlier answers in doubt would hide some of those that the test loses. */
async function forgetCounts(): Promise<void> {
  await untilAcknowledgedIsStored();
  await rig.system.sql('truncate acknowledged, usage, losses, compared_hours');
}

/** Lets housekeeping compare this hour as if it were over. With a clock this far off, it never becomes ready. */
async function checkLossesInNextHour(): Promise<void> {
  const housekeeping = rig.service('housekeeping');
  await housekeeping.end();
  // Two checks have to agree.
  housekeeping.start({ ...clockShiftedBy(NEXT_HOUR_MS), LOSS_CHECK_MS: '500' }).catch(() => undefined);
}

const reportedLosses = async (): Promise<number | undefined> => {
  const { text } = await ask(`${rig.service('housekeeping').adminUrl}/metrics`);
  const count = /^sluice_lost_events (\d+)$/m.exec(text)?.[1];
  return count === undefined ? undefined : Number(count);
};

describe('a replica that is promoted without the last writes of its master', () => {
  test('loses the jobs of its shards in them, and exactly these are reported', async () => {
    await forgetCounts();
    const [gateway = ''] = rig.system.gatewayUrls;
    const project = await createProject(rig.system, rig.organization);
    for (const name of workerNames) await rig.service(name).end();
    await sendAccepted(gateway, project, makeEvents('log', 20));
    const node = await ownerOf(await grownShard());
    const other = await projectElsewhere(node, gateway);
    await cluster.replicated();
    const attach = await cluster.detach(partnerOf(node));
    await sendAccepted(gateway, project, makeEvents('log', TAIL));
    await sendAccepted(gateway, other, makeEvents('log', 3));
    await cluster.nodes[node]?.kill9();
    await cluster.promote(partnerOf(node), 'takeOver');
    await attach();
    await cluster.nodes[node]?.restart();
    for (const name of workerNames) await rig.service(name).start();
    await untilWhole();
    await waitForStored(rig.system, project, 20);
    await waitForStored(rig.system, other, 4);
    await untilAcknowledgedIsStored();
    await checkLossesInNextHour();
    await waitFor(async () => (await reportedLosses()) === TAIL, { what: 'the reported loss', timeoutMs: 60_000 });
    const reported = await rig.system.sql('select type, sum(reported)::int as lost from losses group by type');
    expect(reported).toEqual([{ type: 'log', lost: TAIL }]);
    await rig.restart('housekeeping');
  }, 200_000);
});

/** Resolves when a node is a master; with the time at which it was seen to be one. */
async function untilPromoted(node: number): Promise<number> {
  const client = new Redis(cluster.nodes[node]?.url ?? '');
  try {
    await waitFor(async () => ((await client.call('ROLE')) as unknown[])[0] === 'master', {
      what: 'a promoted replica',
      timeoutMs: 60_000,
    });
    return Date.now();
  } finally {
    client.disconnect();
  }
}

/** Makes the replica of this node replace it while all processes are under load; then the node comes back. */
interface Replacement {
  readonly hurt: (node: number) => Promise<void> | void;
  readonly heal: (node: number) => Promise<void> | void;
}

let undo: (() => Promise<void> | void)[] = [];

/** All other nodes lose it, and its replica; clients do not. It takes writes until it notices. */
async function cutOff(node: number): Promise<void> {
  const attach = await cluster.detach(partnerOf(node));
  undo = [cluster.cutOff(node), attach];
}

const replacements: readonly (readonly [string, Replacement])[] = [
  ['is killed', { hurt: (node) => cluster.nodes[node]?.kill9(), heal: (node) => cluster.nodes[node]?.restart() }],
  [
    'does not answer for a while',
    { hurt: (node) => cluster.nodes[node]?.freeze(), heal: (node) => cluster.nodes[node]?.thaw() },
  ],
];
const partitions: typeof replacements = [
  [
    'is alone with its clients behind a partition',
    {
      hurt: cutOff,
      heal: async () => {
        for (const each of undo.splice(0)) await each();
      },
    },
  ],
];

const transactions = (): Promise<number[]> =>
  Promise.all(
    Array.from({ length: SHARDS }, async (_, shard) =>
      Number(await cluster.askOwner(countsOf(shard), 'HGET', countsOf(shard), 'transactions')),
    ),
  );

/** The queue shard with the most publishes during `work`. */
async function busiestShard(work: () => Promise<void>): Promise<number> {
  const before = await transactions();
  await work();
  const growth = (await transactions()).map((count, shard) => count - (before[shard] ?? 0));
  return growth.indexOf(Math.max(...growth));
}

describe('a master that its replica replaces', () => {
  const replaced = async (_what: string, { hurt, heal }: Replacement): Promise<void> => {
    let [lostFrom, lostTo] = [0, 0];
    const batches = await underLoad(
      rig,
      async (load) => {
        const node = await ownerOf(await busiestShard(() => untilAcknowledged(load, 15)));
        lostFrom = Date.now();
        await cluster.replicated();
        await hurt(node);
        lostTo = await untilPromoted(partnerOf(node));
        await heal(node);
        await untilWhole();
        await untilAcknowledged(load, 30, 60_000);
      },
      { ...calmly, mayBeLost: ({ endedAt, startedAt }) => endedAt >= lostFrom && startedAt <= lostTo },
    );
    for (const { fate, ambiguous, processed = 0 } of batches) {
      if (fate === 'acknowledged' && !ambiguous) certain += processed;
    }
  };
  test.each(replacements)('and %s: nothing is stored twice, and only its last writes may be lost', replaced, 300_000);
  (isLinux ? test : test.skip).each(partitions)(
    'and %s: nothing is stored twice, and only its last writes may be lost (needs Linux)',
    replaced,
    300_000,
  );

  test('loses nothing silently: gateways count what they acknowledge, and what is not stored of it is reported', async () => {
    await untilAcknowledgedIsStored();
    await rig.system.sql('truncate compared_hours');
    await checkLossesInNextHour();
    await waitFor(
      async () => {
        const { uncompared, missing, reported } = await readComparison();
        return uncompared === 0 && reported === missing;
      },
      { what: 'reported losses', timeoutMs: 60_000 },
    );
    expect(certain).toBeGreaterThan(0);
    expect((await readComparison()).acknowledged).toBeGreaterThanOrEqual(certain);
  }, 200_000);
});

/** Resolves when each replica follows its master again. */
async function untilWhole(): Promise<void> {
  await cluster.settled();
  await cluster.replicated();
  await untilReady();
}

/** What gateways counted, which part of it is not stored, and what housekeeping says about it. */
interface LossComparison {
  readonly acknowledged: number;
  /**
   * By hour and type. After an answer in doubt, the resend is answered as a duplicate, which no gateway counts: if its events are
   * stored, they hide as many missing ones.
   */
  readonly missing: number;
  readonly reported: number;
  /** Rows of hours that housekeeping has not compared. */
  readonly uncompared: number;
}

async function readComparison(): Promise<LossComparison> {
  const [row] = await rig.system.sql<Record<keyof LossComparison, number>>(
    `with acked as (select hour, type, sum(count) as count from acknowledged group by hour, type),
       kept as (select hour, type, sum(count) as count from usage where outcome = 'processed' group by hour, type)
     select coalesce(sum(a.count), 0)::int as acknowledged,
       coalesce(sum(greatest(0, a.count - coalesce(k.count, 0))), 0)::int as missing,
       (select coalesce(sum(reported), 0) from losses)::int as reported,
       (select count(*) from acked where hour not in (select hour from compared_hours))::int as uncompared
     from acked a left join kept k using (hour, type)`,
  );
  if (row === undefined) throw new Error('a sum is one row');
  return row;
}

function untilReady(): Promise<unknown> {
  return waitFor(
    async () => {
      const names = [...gatewayNames, ...workerNames];
      const answers = await Promise.all(names.map((name) => ask(`${rig.service(name).adminUrl}/readyz`)));
      return answers.every(({ status }) => status === 200);
    },
    { what: 'ready processes', timeoutMs: 60_000 },
  );
}
