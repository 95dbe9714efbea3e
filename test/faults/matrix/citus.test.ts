import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { citusProblem, type TestCitus, type TestCitusNode } from '@sluice/testkit/startTestCitus';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { ask } from '../../e2e/support/http.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { createProject } from '../../e2e/support/tenant.js';
import { startAlertReceiver, type AlertReceiver } from '../support/alerts/alertReceiver.js';
import { addAlertRule, alertSettings, openingIssues } from '../support/alerts/alertRule.js';
import { expectAlerted } from '../support/alerts/expectAlerted.js';
import { killAtRandom, restartEach, startRig, underLoad, untilAcknowledged, type Rig } from '../support/rig.js';

/** Rows 44 to 46 and 56 of the fault matrix: a Citus cluster of a coordinator and two nodes. */

const problem = citusProblem();
const name = problem === undefined ? 'a Citus cluster' : `a Citus cluster (${problem})`;

(problem === undefined ? describe : describe.skip)(name, () => {
  let rig: Rig;
  let citus: TestCitus | undefined;
  let receiver: AlertReceiver;
  beforeAll(async () => {
    receiver = await startAlertReceiver();
    rig = await startRig({ citus: true, env: alertSettings });
    ({ citus } = rig.processes);
  }, 180_000);
  afterAll(async () => {
    await rig.stop();
    receiver.stop();
  }, 60_000);

  test('every acknowledged event is stored once while each process restarts, and doctor finds nothing missing', async () => {
    await underLoad(rig, (load) => restartEach(rig, load), { timeoutMs: 60_000, load: { pauseMs: 50 } });
    const { stdout } = await rig.system.runSluice('doctor', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string }[] };
    expect(checks.find((check) => check.name === 'accounting')?.status).toBe('ok');
  }, 240_000);

  test('every firing is delivered, and none decided twice, while processes of alerts and workers are killed', async () => {
    const project = await createProject(rig.system, rig.organization);
    const rule = await addAlertRule(rig.system, receiver, { project, destinations: 2 });
    await (await rig.processes.add('alerts-2')).start();
    await underLoad(
      rig,
      async (load) => {
        await killAtRandom(rig, ['alerts', 'alerts-2', 'exceptions'], { kills: 6 });
        await untilAcknowledged(load, 15, 60_000);
      },
      { project, timeoutMs: 60_000, load: { pauseMs: 50, make: openingIssues() } },
    );
    const { issues } = await expectAlerted(rig.system, { rule, receiver });
    expect(issues).toBeGreaterThan(5);
  }, 240_000);

  const servers: readonly (readonly [string, (cluster: TestCitus) => TestCitusNode | undefined])[] = [
    ['a node', ({ nodes }) => nodes[0]],
    ['the coordinator', ({ coordinator }) => coordinator],
  ];
  // The servers of CITUS_URL are not killed.
  (process.env['CITUS_URL'] === undefined ? test : test.skip).each(servers)(
    'nothing acknowledged is lost or counted twice when %s is killed and restarted',
    async (_, of) => {
      const server = citus && of(citus);
      if (server === undefined) throw new Error('the cluster is not of this test');
      await underLoad(
        rig,
        async (load) => {
          await untilAcknowledged(load, 15);
          await server.kill();
          await untilAcknowledged(load, 15, 60_000);
          await server.start();
          await untilReady();
          await untilAcknowledged(load, 30, 60_000);
        },
        { timeoutMs: 120_000, load: { pauseMs: 50 } },
      );
    },
    300_000,
  );

  function untilReady(): Promise<unknown> {
    return waitFor(
      async () => (await Promise.all([...gatewayNames, ...workerNames].map(readiness))).every((code) => code === 200),
      { what: 'ready processes', timeoutMs: 60_000 },
    );
  }

  async function readiness(service: string): Promise<number> {
    return (await ask(`${rig.service(service).adminUrl}/readyz`)).status;
  }
});
