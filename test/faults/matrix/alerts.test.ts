import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeEvent } from '../../e2e/support/events.js';
import { sendEvents } from '../../e2e/support/send.js';
import { createProject, type Project } from '../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { startAlertReceiver } from '../support/alerts/alertReceiver.js';
import { addAlertRule, alertSettings, type AlertRule } from '../support/alerts/alertRule.js';
import { expectAlerted } from '../support/alerts/expectAlerted.js';
import { seededRandom, seedsFor, faultsSeed } from '../support/random.js';
import { killAtRandom, useRig } from '../support/rig.js';
import { useResource } from '@sluice/testkit/useResource';

const receiver = useResource(startAlertReceiver, (started) => started.stop());
/**
 * Rows of the fault matrix about alerts. The receiver refuses some requests. Afterwards each issue has one firing, each firing is in
 * one message, each message was delivered, and every attempt of a message had the same id and the same bytes.
 */
const rig = useRig({ env: alertSettings });
beforeAll(async () => (await rig.processes.add('alerts-2')).start(), 180_000);

let project: Project;
let rule: AlertRule;
beforeEach(async () => {
  receiver.receive(() => 'taken');
  project = await createProject(rig.system, rig.organization);
  rule = await addAlertRule(rig.system, receiver, { project });
}, 30_000);

/** Sends exceptions that open issues until `fault` has ended; each batch is sent until it is acknowledged. */
async function whileIssuesOpen(fault: () => Promise<void>): Promise<number> {
  let isOver = false;
  let opened = 0;
  const sending = (async () => {
    for (;;) {
      // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- the fault sets it meanwhile
      if (isOver && opened >= 20) break;
      const events = [1, 2].map(() => {
        opened += 1;
        return makeEvent('exception', { payload: { fingerprint: [`fault ${opened}`], message: `fault ${opened}` } });
      });
      await waitFor(
        async () => (await sendEvents(rig.system.baseUrl, project, events).catch(() => undefined))?.status === 202,
        { what: 'an acknowledged batch', timeoutMs: 60_000 },
      );
      await letPass(150);
    }
  })();
  try {
    await fault();
  } finally {
    isOver = true;
    await sending;
  }
  return opened;
}

const expectDelivered = (opened: number): Promise<unknown> =>
  expectAlerted(rig.system, { rule, receiver, issues: opened });

describe(`alerts (seed ${faultsSeed})`, () => {
  test.each(seedsFor('alerts killed'))(
    'workers and both alert processes killed at any moment: every firing is delivered, none is decided twice (seed %d)',
    async (seed) => {
      refuse(0.3, seed);
      const opened = await whileIssuesOpen(() =>
        killAtRandom(rig, ['alerts', 'alerts-2', 'exceptions'], { kills: 8, seed }),
      );
      await expectDelivered(opened);
    },
    240_000,
  );

  test('PostgreSQL killed while issues open and messages are sent', async () => {
    refuse(0.2, faultsSeed);
    const opened = await whileIssuesOpen(async () => {
      for (let time = 0; time < 2; time++) {
        await letPass(1_500);
        await rig.processes.postgres.stop();
        await letPass(1_000);
        await rig.processes.postgres.start();
      }
    });
    await expectDelivered(opened);
  }, 240_000);

  test('Redis killed while issues open and messages are sent', async () => {
    const opened = await whileIssuesOpen(async () => {
      await letPass(1_000);
      await rig.processes.redis.stop();
      await letPass(2_000);
      await rig.processes.redis.start();
    });
    await expectDelivered(opened);
  }, 240_000);

  test.each(['alert-composed', 'alert-sent'])(
    'a process that dies at %s sends the same message once more',
    async (point) => {
      await rig.service('alerts-2').end();
      const dying = rig.dieAt('alerts', point);
      const opened = await whileIssuesOpen(() => dying);
      await rig.service('alerts').start();
      await rig.service('alerts-2').start();
      await expectDelivered(opened);
      const ids = receiver.received
        .filter(({ destination }) => destination === rule.destinations[0]?.name)
        .map(({ id }) => id);
      const again = ids.filter((id, index) => ids.indexOf(id) !== index);
      expect(again.length > 0).toBe(point === 'alert-sent');
    },
    180_000,
  );
});

/** The receiver refuses this share of the requests from now on. */
function refuse(share: number, seed: number): void {
  const random = seededRandom(seed);
  receiver.receive(() => (random() < share ? 'refused' : 'taken'));
}
