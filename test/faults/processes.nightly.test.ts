import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents } from '../e2e/support/events.js';
import { ask, type Answer } from '../e2e/support/http.js';
import { gatewayNames, workerNames } from '../e2e/support/processes.js';
import { accepted, holdOffs, refused, sendEvents, tally } from '../e2e/support/send.js';
import { type System } from '../e2e/support/system.js';
import { createProject, type Project } from '../e2e/support/tenant.js';
import { usageOf } from '../e2e/support/usage.js';
import { letPass, waitFor } from '../e2e/support/waitFor.js';
import { refusalsOf, summaryOf } from './support/load.js';
import { faultsSeed, seedsFor } from './support/random.js';
import { killAtRandom, underLoad, untilAcknowledged, type Rig, useRig } from './support/rig.js';

let system: System;
let organization: string;
const rig = useRig();
beforeAll(() => {
  ({ system, organization } = rig);
}, 180_000);

const service: Rig['service'] = (name) => rig.service(name);

const lowMarks = {
  BACKLOG_PERIOD_MS: '100',
  BACKLOG_DEPTH_HIGH: '300',
  BACKLOG_DEPTH_LOW: '50',
  BACKLOG_RAISE_AFTER_MS: '0',
  BACKLOG_LOWER_AFTER_MS: '200',
};

describe(`faults (seed ${faultsSeed})`, () => {
  test.each(seedsFor('gateways killed'))(
    'lose nothing if gateways are killed at any moment (seed %d)',
    async (seed) => {
      await underLoad(rig, () => killAtRandom(rig, gatewayNames, { kills: 5, seed }), { seed });
    },
    180_000,
  );

  test.each(seedsFor('workers killed'))(
    'lose nothing if workers are killed at any moment (seed %d)',
    async (seed) => {
      const batches = await underLoad(rig, () => killAtRandom(rig, workerNames, { kills: 5, seed }), { seed });
      // Clients notice none of this.
      expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    },
    180_000,
  );

  test('lose nothing if Redis restarts', async () => {
    await underLoad(rig, async (load) => {
      for (let time = 0; time < 2; time++) {
        await rig.processes.redis.stop();
        await letPass(500);
        await rig.processes.redis.start();
        await untilAcknowledged(load, 20);
      }
    });
  }, 180_000);

  test('ingestion continues while PostgreSQL is unavailable for 10 s, including across a gateway restart', async () => {
    await underLoad(rig, async (load, project) => {
      await rig.processes.postgres.stop();
      const away = Date.now();
      try {
        await letPass(2_000);
        const before = load.batches.filter(({ endedAt }) => endedAt > away);
        expect(summaryOf(before)).toMatchObject({ refused: 0, unknown: 0 });
        expect(summaryOf(before).acknowledged).toBeGreaterThan(10);
        await service('gateway-2').end();
        await service('gateway-2').start();
        const restarted = Date.now();
        await letPass(Math.max(1_000, away + 10_000 - Date.now()));
        const after = load.batches.filter(({ endedAt }) => endedAt > restarted + 1_000);
        expect(summaryOf(after)).toMatchObject({ refused: 0, unknown: 0 });
        const { publicUrl } = service('gateway-2');
        expect((await sendEvents(publicUrl, project, [])).status).toBe(202);
        expect([401, 503]).toContain((await sendEvents(publicUrl, { key: 'f'.repeat(32) }, [])).status);
      } finally {
        await rig.processes.postgres.start();
      }
    });
  }, 180_000);

  test('SIGTERM loses no event; requests get 503 or no connection', async () => {
    const batches = await underLoad(rig, async () => {
      for (const name of [...gatewayNames, ...workerNames]) {
        await rig.restart(name);
      }
    });
    for (const refusal of refusalsOf(batches)) expect(refusal).toMatch(/^503 /);
  }, 180_000);

  test('a backlog refuses spans and replays before they cost quota, and lets errors and logs flow', async () => {
    const project = await createProject(system, organization);
    for (const refusal of await backlogSpans(project)) {
      expect(refusal.json).toEqual({ ...(refused() as object), ...tally({ rate_limited: 2 }) });
      const found = holdOffs(refusal);
      expect(Object.keys(found)).toEqual(['span', 'replay']);
      for (const seconds of [found['span'], found['replay'], Number(refusal.headers['retry-after'])]) {
        expect(seconds).toBeGreaterThanOrEqual(5);
        expect(seconds).toBeLessThanOrEqual(60);
      }
    }
    const mixed = await sendEvents(system.baseUrl, project, [
      ...makeEvents('exception', 2),
      ...makeEvents('log', 2),
      ...makeEvents('hit', 1),
      ...makeEvents('span', 3),
    ]);
    expect(mixed.status).toBe(202);
    expect(mixed.json).toEqual(accepted({ processed: 5, rate_limited: 3 }));
    await service('spans').start();
    await waitForSpansAccepted(project, 15_000);
    const usage = await waitFor(
      async () => {
        const counts = await usageOf(system, project);
        return counts['span processed'] !== undefined && counts['log processed'] === 2 ? counts : undefined;
      },
      { what: 'usage' },
    );
    expect(usage['span rate_limited backlog']).toBeGreaterThanOrEqual(5);
    expect(usage['replay rate_limited backlog']).toBeGreaterThanOrEqual(2);
  }, 150_000);

  test('a monitor that died with its flag raised does not refuse forever', async () => {
    const project = await createProject(system, organization);
    await backlogSpans(project);
    await service('backlog-monitor').end('SIGKILL');
    await waitForSpansAccepted(project, 30_000);
    expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
    await service('spans').start();
    await service('backlog-monitor').start();
  }, 150_000);
});

/** Stops the spans worker and sends until every gateway refuses spans; returns one refusal of each. */
async function backlogSpans(project: Project): Promise<Answer[]> {
  await service('backlog-monitor').end();
  await service('backlog-monitor').start(lowMarks);
  await service('spans').end();
  expect((await sendEvents(system.baseUrl, project, makeEvents('span', 500))).json).toEqual(
    accepted({ processed: 500 }),
  );
  const refusals: Answer[] = [];
  for (const gateway of system.gatewayUrls) {
    const refusal = await waitFor(
      async () => {
        const answer = await sendEvents(gateway, project, [makeEvent('span'), makeEvent('replay')]);
        return answer.status === 429 ? answer : undefined;
      },
      { what: 'spans to be refused', timeoutMs: 10_000 },
    );
    refusals.push(refusal);
  }
  return refusals;
}

/** Waits until every gateway accepts spans. */
async function waitForSpansAccepted(project: Project, timeoutMs: number): Promise<void> {
  for (const gateway of system.gatewayUrls) {
    await waitFor(async () => (await sendEvents(gateway, project, [makeEvent('span')])).status === 202, {
      what: 'spans to be accepted again',
      timeoutMs,
    });
  }
}
