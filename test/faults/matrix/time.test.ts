import { describe, expect, test } from '@jest/globals';
import { startTcpProxy } from '@sluice/testkit';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { createOrganization, createProject } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { clockShiftedBy } from '../support/preload.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';
import { useResource } from '@sluice/testkit/useResource';

/** Row 21 of the fault matrix, and changes of the hour and the month under load, with partitions made in advance. */

const HOUR_MS = 3_600_000;
/** The last arguments of a charge: the time to live of its result, and 0 for Redis's clock. */
const ASKS_FOR_TIME = '$5\r\n30000\r\n$1\r\n0\r\n';
/** Milliseconds by which the clock of Redis appears to be off. */
let shiftMs = 0;
const rig = useRig();
const proxy = useResource(
  () => startTcpProxy(Number(new URL(rig.system.redisUrl).port), { rewriteRequests: shiftedTime }),
  (started) => started.close(),
);

describe('a gateway whose clock is an hour off', () => {
  test.each([
    ['ahead', HOUR_MS],
    ['behind', -HOUR_MS],
  ])(
    '%s: nothing is lost or doubled, and every event counts in Redis’s hour',
    async (_name, ms) => {
      const hours = new Set<string>();
      await underLoad(rig, async (load, project) => {
        const hourNow = (): string => new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS).toISOString();
        hours.add(hourNow());
        await rig.restart('gateway-1', clockShiftedBy(ms));
        await untilAcknowledged(load, 100);
        await rig.restart('gateway-1');
        await untilAcknowledged(load, 50);
        hours.add(hourNow());
        await waitFor(
          async () => {
            const rows = await rig.system.sql<{ hour: Date }>(
              `select distinct hour from usage where project_id = $1 and outcome = 'processed'`,
              [project.id],
            );
            return rows.length > 0 && rows.every(({ hour }) => hours.has(hour.toISOString()));
          },
          { what: 'usage in this hour only' },
        );
      });
    },
    180_000,
  );
});

describe('a new hour and month under load', () => {
  test('reset a quota exactly, and missing partitions are created', async () => {
    const now = new Date();
    const turn = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const organization = await createOrganization(rig.system, { 'monthly.logs': 200 });
    const project = await createProject(rig.system, organization);
    // All clocks: gateways, Redis and, because jobs contain their creation time, workers.
    shiftMs = turn - 30_000 - Date.now();
    const env = { ...clockShiftedBy(shiftMs), REDIS_URL: proxy.urlFor(rig.system.redisUrl) };
    // Housekeeping reads the hour from Redis: these hours would be in its future, and it would not count them into
    // the month.
    await rig.service('housekeeping').end();
    for (const name of [...workerNames, ...gatewayNames]) await rig.restart(name, env);
    const storyNow = (): number => Date.now() + shiftMs;
    expect(storyNow()).toBeLessThan(turn);
    await underLoad(
      rig,
      async (load) => {
        await waitFor(() => storyNow() > turn + 1_000, { what: 'the turn', timeoutMs: 60_000 });
        const before = load.batches.length;
        await waitFor(() => load.batches.length > before + 100, { what: 'the load to go on' });
        // Its rollup adds the refusals to usage.
        await rig.service('housekeeping').start();
      },
      { project, limited: true, atLeast: 10, timeoutMs: 60_000, load: { types: ['log'], limited: true, pauseMs: 10 } },
    );
    const rows = await rig.system.sql<{ hour: Date; count: number }>(
      `select hour, sum(count)::int as count from usage where project_id = $1 and outcome = 'processed'
       group by hour order by hour`,
      [project.id],
    );
    expect(rows.map(({ hour, count }) => [hour.getTime(), count])).toEqual([
      [turn - HOUR_MS, 200],
      [turn, 200],
    ]);
  }, 180_000);
});

/** Replaces the time of every charge; a request may arrive in two pieces. */
function shiftedTime(): (bytes: Buffer) => Buffer {
  let held = '';
  return (bytes) => {
    const text = held + bytes.toString('latin1');
    const end = keptBack(text);
    held = text.slice(end);
    const now = String(Date.now() + shiftMs);
    const said = text.slice(0, end).replaceAll(ASKS_FOR_TIME, `$5\r\n30000\r\n$${now.length}\r\n${now}\r\n`);
    return Buffer.from(said, 'latin1');
  };
}

/** Position at which a prefix of the searched text ends `text`; its length if there is none. */
function keptBack(text: string): number {
  for (let length = Math.min(text.length, ASKS_FOR_TIME.length - 1); length > 0; length--) {
    if (ASKS_FOR_TIME.startsWith(text.slice(-length))) return text.length - length;
  }
  return text.length;
}
