import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents } from '../e2e/support/events.js';
import { ask, type Answer } from '../e2e/support/http.js';
import { accepted, holdOffs, refused, sendEvents, tally } from '../e2e/support/send.js';
import {
  gatewayNames,
  startProcesses,
  workerNames,
  type Processes,
  type ServiceHandle,
} from '../e2e/support/processes.js';
import { connectSystem, type System } from '../e2e/support/system.js';
import { createOrganization, createProject, type Project } from '../e2e/support/tenant.js';
import { usageOf } from '../e2e/support/usage.js';
import { letPass, waitFor } from '../e2e/support/waitFor.js';
import { startLoad, type Load, type SentBatch } from './support/load.js';
import { expectNothingLostOrDoubled, refusalsOf, summaryOf } from './support/oracle.js';
import { faultsSeed, seededRandom } from './support/random.js';

let processes: Processes;
let system: System;
let organization: string;
beforeAll(async () => {
  processes = await startProcesses();
  system = connectSystem(processes.address, () => processes.stop());
  organization = await createOrganization(system);
}, 120_000);
afterAll(() => system.stop(), 60_000);

const random = seededRandom(faultsSeed);
const service = (name: string): ServiceHandle => {
  const found = processes.services.get(name);
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
};

/** Runs the fault while both gateways are under load, and then asks the oracle. Answers the batches of the load. */
async function underLoad(fault: (load: Load, project: Project) => Promise<void>): Promise<readonly SentBatch[]> {
  const project = await createProject(system, organization);
  const load = startLoad({ project, targets: system.gatewayUrls, random });
  try {
    await waitFor(() => load.batches.length > 20, { what: 'the load to run' });
    await fault(load, project);
  } finally {
    await load.stop();
  }
  expect(summaryOf(load.batches).acknowledged).toBeGreaterThan(50);
  await expectNothingLostOrDoubled(system, project, load.batches, 30_000);
  return load.batches;
}

/** Kills services of the list at random moments, each started again at once. */
async function killAtRandom(names: readonly string[], kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await letPass(100 + random() * 400);
    const victim = service(names[Math.floor(random() * names.length)] ?? '');
    await victim.end('SIGKILL');
    await victim.start();
  }
}

const lowMarks = {
  BACKLOG_PERIOD_MS: '100',
  BACKLOG_DEPTH_HIGH: '300',
  BACKLOG_DEPTH_LOW: '50',
  BACKLOG_RAISE_AFTER_MS: '0',
  BACKLOG_LOWER_AFTER_MS: '200',
};

/** Stops the spans worker and sends until every gateway refuses spans; answers a refusal of each. */
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

/** Waits until every gateway takes spans. */
async function waitForSpansAccepted(project: Project, timeoutMs: number): Promise<void> {
  for (const gateway of system.gatewayUrls) {
    await waitFor(async () => (await sendEvents(gateway, project, [makeEvent('span')])).status === 202, {
      what: 'spans to be accepted again',
      timeoutMs,
    });
  }
}

describe(`faults (seed ${faultsSeed})`, () => {
  test('gateways killed between charge and publish, and anywhere else', async () => {
    await underLoad(() => killAtRandom(gatewayNames, 5));
  }, 90_000);

  test('workers killed between commit and finish, and anywhere else', async () => {
    const batches = await underLoad(() => killAtRandom(workerNames, 5));
    // Nothing of this is a client's business.
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
  }, 90_000);

  test('Redis restarted', async () => {
    await underLoad(async (load) => {
      for (let time = 0; time < 2; time++) {
        await processes.redis.stop();
        await letPass(500);
        await processes.redis.start();
        const before = load.batches.length;
        await waitFor(() => summaryOf(load.batches.slice(before)).acknowledged > 20, {
          what: 'batches to be accepted again',
        });
      }
    });
  }, 90_000);

  test('Postgres away for 10 s: ingestion goes on, also through a gateway’s restart', async () => {
    await underLoad(async (load, project) => {
      await processes.postgres.stop();
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
        await processes.postgres.start();
      }
    });
  }, 90_000);

  test('SIGTERM loses nothing, and says 503 or nothing at all', async () => {
    const batches = await underLoad(async () => {
      for (const name of [...gatewayNames, ...workerNames]) {
        await service(name).end('SIGTERM');
        await service(name).start();
      }
    });
    for (const refusal of refusalsOf(batches)) expect(refusal).toMatch(/^503 /);
  }, 90_000);

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
  }, 70_000);

  test('a monitor that died with its flag raised does not refuse for ever', async () => {
    const project = await createProject(system, organization);
    await backlogSpans(project);
    await service('backlog-monitor').end('SIGKILL');
    await waitForSpansAccepted(project, 30_000);
    expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
    await service('spans').start();
    await service('backlog-monitor').start();
  }, 70_000);
});
