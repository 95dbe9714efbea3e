import { findPgbouncer, startTestPgbouncer, type TestPgbouncer } from '@sluice/testkit/startTestPgbouncer';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ask } from '../../e2e/support/http.js';
import { workerNames } from '../../e2e/support/processes.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { createProject } from '../../e2e/support/tenant.js';
import { startAlertReceiver, type AlertReceiver } from '../support/alerts/alertReceiver.js';
import { addAlertRule, alertSettings, openingIssues } from '../support/alerts/alertRule.js';
import { expectAlerted } from '../support/alerts/expectAlerted.js';
import { summaryOf } from '../support/load.js';
import { restartEach, startRig, underLoad, untilAcknowledged, type Rig } from '../support/rig.js';

/** Rows 36, 37, 50 and 54 of the fault matrix: every service reaches PostgreSQL through PgBouncer in transaction mode. */

const isInstalled = findPgbouncer() !== undefined;
if (!isInstalled) process.stderr.write('SKIPPED pgbouncer.test.ts: pgbouncer is not installed\n');

(isInstalled ? describe : describe.skip)('PgBouncer', () => {
  let rig: Rig;
  let bouncer: TestPgbouncer;
  let receiver: AlertReceiver;
  beforeAll(async () => {
    receiver = await startAlertReceiver();
    rig = await startRig({
      env: alertSettings,
      envOf: async ({ databaseUrl }) => {
        bouncer = await startTestPgbouncer(databaseUrl, 25);
        const env = { DATABASE_URL: bouncer.urlFor(databaseUrl), DATABASE_LISTEN_URL: databaseUrl };
        return () => env;
      },
    });
    await (await rig.processes.add('alerts-2')).start();
  }, 180_000);
  afterAll(async () => {
    await rig.stop();
    await bouncer.stop();
    receiver.stop();
  }, 60_000);

  test('every service is ready through it, and an ordinary load is stored exactly', async () => {
    const batches = await underLoad(rig, (load) => untilAcknowledged(load, 100), { load: { pauseMs: 20 } });
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    for (const name of [...workerNames, 'api', 'sourcemaps', 'alerts', 'housekeeping']) {
      expect((await ask(`${rig.service(name).adminUrl}/readyz`)).status).toBe(200);
    }
    expect((await databaseClients())[0]?.direct).toBeLessThanOrEqual(25);
  }, 120_000);

  test('every process restarts under load, and every event is stored once', async () => {
    await underLoad(rig, (load) => restartEach(rig, load), { timeoutMs: 60_000, load: { pauseMs: 50 } });
  }, 240_000);

  test('restarted three times under load, every event is stored once and nothing is dead-lettered', async () => {
    const batches = await underLoad(
      rig,
      async (load) => {
        for (let time = 0; time < 3; time += 1) {
          await untilAcknowledged(load, 40);
          await bouncer.restart();
        }
        await untilAcknowledged(load, 40);
      },
      { timeoutMs: 60_000, load: { pauseMs: 20 } },
    );
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    const [letters] = await rig.system.sql<{ count: number }>('select count(*)::int as count from dead_letters');
    expect(letters?.count).toBe(0);
    await waitFor(async () => (await ask(`${rig.service('housekeeping').adminUrl}/readyz`)).status === 200, {
      what: 'housekeeping to be ready',
    });
  }, 180_000);

  test('restarted three times while issues open, two processes of alerts deliver each once', async () => {
    const project = await createProject(rig.system, rig.organization);
    const rule = await addAlertRule(rig.system, receiver, { project, destinations: 2 });
    await underLoad(
      rig,
      async (load) => {
        for (let time = 0; time < 3; time += 1) {
          await untilAcknowledged(load, 60);
          await bouncer.restart();
        }
        await untilAcknowledged(load, 60);
      },
      { project, timeoutMs: 60_000, load: { pauseMs: 20, make: openingIssues() } },
    );
    const { issues, messages } = await expectAlerted(rig.system, { rule, receiver });
    expect(issues).toBeGreaterThan(5);
    expect(messages).toBeGreaterThan(1);
  }, 180_000);

  function databaseClients(): Promise<readonly { readonly direct: number }[]> {
    return rig.system.sql(
      `select count(*)::int as direct from pg_stat_activity
       where datname = current_database() and application_name ~ '^sluice-' and application_name <> 'sluice-cli'
         and query not like 'listen %'`,
    );
  }
});
