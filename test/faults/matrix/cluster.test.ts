import { beforeAll, describe, expect, test } from '@jest/globals';
import type { TestRedisCluster } from '@sluice/testkit';
import { ask } from '../../e2e/support/http.js';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { makeEvent } from '../../e2e/support/events.js';
import { sendEvents } from '../../e2e/support/send.js';
import { createProject } from '../../e2e/support/tenant.js';
import { startAlertReceiver } from '../support/alerts/alertReceiver.js';
import { addAlertRule, alertSettings, openingIssues } from '../support/alerts/alertRule.js';
import { expectAlerted } from '../support/alerts/expectAlerted.js';
import { summaryOf } from '../support/load.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** Rows 31 to 33, 35 and 55 of the fault matrix: a Redis Cluster of three masters, with queue shards on all of them. */

const SHARDS = 6;
let cluster: TestRedisCluster;
const rig = useRig({ redisCluster: true, env: { ...alertSettings, QUEUE_SHARDS: String(SHARDS) } });
beforeAll(() => {
  if (rig.processes.cluster === undefined) throw new Error('Redis is no cluster');
  cluster = rig.processes.cluster;
}, 180_000);

const untilReady = (): Promise<unknown> => waitFor(allReady, { what: 'ready processes', timeoutMs: 60_000 });

describe('a Redis Cluster', () => {
  test('stores every acknowledged event once while each process restarts', async () => {
    const batches = await underLoad(
      rig,
      async (load) => {
        for (const name of [...workerNames, ...gatewayNames, 'housekeeping', 'alerts', 'backlog-monitor']) {
          await rig.restart(name);
          await untilAcknowledged(load, 5);
        }
      },
      { timeoutMs: 60_000, load: { pauseMs: 20 } },
    );
    expect(summaryOf(batches).acknowledged).toBeGreaterThan(50);
  }, 200_000);

  test('loses nothing acknowledged when a master is killed and restarted; no process is ready meanwhile', async () => {
    await underLoad(
      rig,
      async (load) => {
        for (let down = 0; down < cluster.nodes.length; down += 1) {
          await untilAcknowledged(load, 15);
          await cluster.nodes[down]?.kill9();
          await waitFor(async () => (await readiness('gateway-1')).status === 503, {
            what: 'a gateway that is not ready',
          });
          const { text } = await readiness('gateway-1');
          expect(text).toContain(`127.0.0.1:${cluster.nodes[down]?.port}`);
          await cluster.nodes[down]?.restart();
          await cluster.settled();
          await untilReady();
        }
        await untilAcknowledged(load, 30, 60_000);
      },
      { timeoutMs: 60_000, load: { pauseMs: 20 } },
    );
  }, 300_000);

  test('loses nothing acknowledged when the slots of a shard and of a ledger move under load', async () => {
    await underLoad(
      rig,
      async (load, project) => {
        const [organization] = await rig.system.sql<{ id: string }>(
          'select organization_id::text as id from projects where id = $1',
          [project.id],
        );
        const ledger = `sl:{org:${organization?.id}}:ledger`;
        for (const key of [...Array.from({ length: SHARDS }, (_, shard) => `{sl${shard}}:counts`), ledger]) {
          await untilAcknowledged(load, 15);
          const to = ((await cluster.ownerOf(key)) + 1) % cluster.nodes.length;
          await cluster.moveSlot(key, to, () => letPass(300));
        }
        await untilReady();
        await untilAcknowledged(load, 30, 60_000);
      },
      { timeoutMs: 60_000, load: { pauseMs: 20 } },
    );
  }, 300_000);

  test('loses nothing acknowledged when a master does not answer for a while', async () => {
    await underLoad(
      rig,
      async (load) => {
        const node = cluster.nodes[1];
        node?.freeze();
        try {
          await waitFor(async () => (await readiness('gateway-2')).status === 503, {
            what: 'a gateway that is not ready',
          });
        } finally {
          node?.thaw();
        }
        await cluster.settled();
        await untilReady();
        await untilAcknowledged(load, 30, 60_000);
      },
      { timeoutMs: 60_000, load: { pauseMs: 20 } },
    );
  }, 300_000);
});

test('alerts know from a Redis Cluster which minutes are stored, also while a master restarts', async () => {
  const receiver = await startAlertReceiver();
  try {
    const project = await createProject(rig.system, rig.organization);
    const minute = { windowMinutes: 1, forMinutes: 0 };
    const conditions = [
      { kind: 'new_issue' },
      { kind: 'log_rate', direction: 'above', threshold: 0, query: { text: 'burst' }, ...minute },
      // Known only when all that arrived in the minute is stored.
      { kind: 'log_rate', direction: 'below', threshold: 1, query: { text: 'never' }, ...minute },
    ];
    const rule = await addAlertRule(rig.system, receiver, { project, conditions });
    const fired = async (): Promise<readonly string[]> => {
      const rows = await rig.system.sql<{ subject: string }>(
        `select subject from alert_firings where rule_id = $1 and kind = 'log_rate' and state = 'firing' order by subject`,
        [rule.id],
      );
      return rows.map(({ subject }) => subject);
    };
    await underLoad(
      rig,
      async (load) => {
        await untilAcknowledged(load, 15);
        await cluster.nodes[1]?.kill9();
        await waitFor(async () => (await readiness('gateway-1')).status === 503, {
          what: 'a gateway that is not ready',
        });
        await cluster.nodes[1]?.restart();
        await cluster.settled();
        await untilReady();
        await untilAcknowledged(load, 30, 60_000);
      },
      { project, timeoutMs: 60_000, load: { pauseMs: 20, make: openingIssues() } },
    );
    const subjects = [1, 2].map((index) => `series:${rule.id}:${index}`);
    await waitFor(
      async () => {
        // Workers have read the rule when these are counted.
        await sendEvents(rig.system.baseUrl, project, [makeEvent('log', { payload: { message: 'a burst' } })]);
        await letPass(500);
        return (await fired()).join() === subjects.join();
      },
      { what: 'two firings of log rates', timeoutMs: 200_000 },
    );
    const { issues, firings } = await expectAlerted(rig.system, { rule, receiver });
    expect(issues).toBeGreaterThan(1);
    expect(firings).toBeGreaterThanOrEqual(issues + 2);
  } finally {
    receiver.stop();
  }
}, 400_000);

describe('a process with another number of queue shards', () => {
  test('refuses to start, and says which number is right', async () => {
    await rig.service('logs').end();
    await rig
      .service('logs')
      .start({ QUEUE_SHARDS: '2' })
      .catch(() => undefined);
    await waitFor(() => !rig.service('logs').child().alive(), { what: 'the end of the process' });
    expect(await rig.service('logs').child().output()).toContain(
      'QUEUE_SHARDS=2: the queues in this Redis have 6 shards',
    );
    await rig.service('logs').start();
  }, 60_000);
});

async function allReady(): Promise<boolean> {
  const answers = await Promise.all([...gatewayNames, ...workerNames].map(readiness));
  return answers.every(({ status }) => status === 200);
}

async function readiness(name: string): Promise<{ status: number; text: string }> {
  return ask(`${rig.service(name).adminUrl}/readyz`);
}
