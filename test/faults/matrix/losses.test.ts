import { describe, expect, test } from '@jest/globals';
import { makeEvents } from '../../e2e/support/events.js';
import { ask } from '../../e2e/support/http.js';
import { workerNames } from '../../e2e/support/processes.js';
import { sendAccepted } from '../../e2e/support/send.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { createProject } from '../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { appendOnlySize, rewindRedis } from '../support/appendOnlyFile.js';
import { clockShiftedBy } from '../support/preload.js';
import { useRig } from '../support/rig.js';

/** Row 9 of the fault matrix, as an operator sees it: the loss of Redis's last second is reported. */

/** Later than the end of the current hour plus the time for queues to drain. */
const NEXT_HOUR_MS = 75 * 60_000;
/** Time within which a gateway records acknowledged batches. */
const NOTED_MS = 4_000;
const rig = useRig();

const lost = () => rig.system.sql('select type, sum(reported)::int as lost from losses group by type');

describe('after the end of the hour', () => {
  test('reports exactly the acknowledged events that were never stored', async () => {
    const [gateway = ''] = rig.system.gatewayUrls;
    const project = await createProject(rig.system, rig.organization);
    await sendAccepted(gateway, project, makeEvents('exception', 5));
    await waitForStored(rig.system, project, 5);
    for (const name of workerNames) await rig.service(name).end();
    await sendAccepted(gateway, project, makeEvents('log', 20));
    const size = appendOnlySize(rig);
    await sendAccepted(gateway, project, makeEvents('log', 7));
    await rewindRedis(rig, size);
    for (const name of workerNames) await rig.service(name).start();
    await waitForStored(rig.system, project, 25);
    await letPass(NOTED_MS);
    await restartInNextHour();
    await waitFor(async () => (await reportedLosses()) === 7, { what: 'the loss to be reported', timeoutMs: 30_000 });
    expect(await lost()).toEqual([{ type: 'log', lost: 7 }]);
  }, 90_000);
});

/** The losses that housekeeping reports; `undefined` until it has compared. */
async function reportedLosses(): Promise<number | undefined> {
  const { text } = await ask(`${rig.service('housekeeping').adminUrl}/metrics`);
  const count = /^sluice_lost_events (\d+)$/m.exec(text)?.[1];
  return count === undefined ? undefined : Number(count);
}

/**
 * Not `rig.restart`, which waits for readiness: with a clock this far off, housekeeping never becomes ready, but it
 * looks for losses.
 */
async function restartInNextHour(): Promise<void> {
  const housekeeping = rig.service('housekeeping');
  await housekeeping.end();
  // Two checks have to agree.
  const env = { ...clockShiftedBy(NEXT_HOUR_MS), LOSS_CHECK_MS: '500' };
  housekeeping.start(env).catch(() => undefined);
}
