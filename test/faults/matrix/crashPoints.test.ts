import { describe, expect, test } from '@jest/globals';
import { makeEvents } from '../../e2e/support/events.js';
import { ask } from '../../e2e/support/http.js';
import { accepted, sendBytes } from '../../e2e/support/send.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { createOrganization, createProject } from '../../e2e/support/tenant.js';
import { summaryOf } from '../support/load.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** Rows 1 and 3 of the fault matrix: a process crashes at defined points, every time. */
const rig = useRig();

describe('a gateway that crashes', () => {
  test.each(['after-charge', 'within-publish', 'after-publish'])(
    '%s leaves batches whole, and a resend charges nothing again',
    async (point) => {
      const batches = await underLoad(rig, async (load) => {
        await rig.dieAt('gateway-1', `${point}:5`);
        await rig.service('gateway-1').start();
        await untilAcknowledged(load, 20);
      });
      expect(batches.some(({ ambiguous }) => ambiguous)).toBe(true);
    },
    180_000,
  );

  test.each([
    // The first gateway crashed after the charge: the second publishes what was decided then, and returns the same
    // tally.
    ['after-charge', [accepted({ processed: 10 })]],
    ['within-publish', [accepted({ processed: 10 }), { success: true, duplicate: true }]],
    ['after-publish', [{ success: true, duplicate: true }]],
  ])(
    '%s: the same batch at the other gateway is stored once and costs its quota once',
    async (point, answers) => {
      const organization = await createOrganization(rig.system, { 'monthly.logs': 10 });
      const project = await createProject(rig.system, organization);
      const body = JSON.stringify({ events: makeEvents('log', 10) });
      await rig.restart('gateway-1', { FAIL_POINT: point });
      await expect(sendBytes(rig.service('gateway-1').publicUrl, project.key, body)).rejects.toThrow();
      const resent = await sendBytes(rig.service('gateway-2').publicUrl, project.key, body);
      expect(resent.status).toBe(202);
      expect(answers).toContainEqual(resent.json);
      await waitForStored(rig.system, project, 10);
      const over = await sendBytes(rig.service('gateway-2').publicUrl, project.key, `${body} `);
      expect(over.json).toMatchObject({ processed: 0, quota_exceeded: 10 });
      await rig.service('gateway-1').start();
    },
    60_000,
  );
});

describe('a gateway that crashes between the batches of one request', () => {
  const LOGS = 1_500;

  test.each([
    ['after the first one was published', 'after-publish'],
    ['after the second one was charged', 'after-charge:2'],
  ])(
    '%s: the same request at the other gateway stores every event once and costs its quota once',
    async (_when, point) => {
      const organization = await createOrganization(rig.system, { 'monthly.logs': LOGS });
      const project = await createProject(rig.system, organization);
      const logRecords = Array.from({ length: LOGS }, (_event, index) => ({
        timeUnixNano: `${Date.now()}000000`,
        body: { stringValue: `line ${index}` },
      }));
      const send = (name: string): Promise<Response> =>
        fetch(new URL('/v1/logs', rig.service(name).publicUrl), {
          method: 'POST',
          headers: { authorization: `Bearer ${project.key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
        });
      await rig.restart('gateway-1', { FAIL_POINT: point });
      await expect(send('gateway-1')).rejects.toThrow();
      for (const times of [1, 2]) {
        const resent = await send('gateway-2');
        expect([times, resent.status, await resent.json()]).toEqual([times, 200, {}]);
      }
      await waitForStored(rig.system, project, LOGS);
      const over = await sendBytes(
        rig.service('gateway-2').publicUrl,
        project.key,
        JSON.stringify({ events: makeEvents('log', 1) }),
      );
      expect(over.json).toMatchObject({ processed: 0, quota_exceeded: 1 });
      await rig.service('gateway-1').start();
    },
    60_000,
  );
});

describe('workers that crash', () => {
  test('before commit, after commit or between finish and fetch store each event once', async () => {
    const dying = { logs: 'before-commit:2', spans: 'after-commit:2', hits: 'between-finish-and-fetch:5' };
    const batches = await underLoad(
      rig,
      async (load) => {
        await Promise.all(Object.entries(dying).map(([name, point]) => rig.dieAt(name, point)));
        await Promise.all(Object.keys(dying).map((name) => rig.service(name).start()));
        await untilAcknowledged(load, 20);
      },
      { timeoutMs: 60_000 },
    );
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    // Jobs that were committed but not finished were delivered again and skipped because of their receipts.
    expect(await skippedBy('spans')).toBeGreaterThan(0);
    expect(await skippedBy('logs')).toBe(0);
  }, 150_000);
});

async function skippedBy(name: string): Promise<number> {
  const { text } = await ask(`${rig.service(name).adminUrl}/metrics`);
  return Number(/^sluice_worker_duplicates_skipped_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
}
