import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { makeEvent } from '../../e2e/support/events.js';
import { sendEvents } from '../../e2e/support/send.js';
import { createProject, type Project } from '../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { seededRandom, seedsFor, faultsSeed } from '../support/random.js';
import { killAtRandom, startRig, type Rig } from '../support/rig.js';

/**
 * Rows of the fault matrix about alerts. The receiver refuses some requests. Afterwards each issue has one firing, each firing is in
 * one message, each message was delivered, and every attempt of a message had the same id and the same bytes.
 */

interface Received {
  readonly id: string;
  readonly body: string;
  readonly isTaken: boolean;
}

let rig: Rig;
let receiver: Server;
let received: Received[] = [];
let random = seededRandom(faultsSeed);
/** Share of requests that the receiver refuses. */
let refusing = 0;

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isTaken = random() >= refusing;
      const id = String(request.headers['webhook-id']);
      received.push({ id, body: Buffer.concat(chunks).toString(), isTaken });
      response.writeHead(isTaken ? 204 : 503).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  rig = await startRig({
    env: { ALERTS_ALLOWED_ADDRESSES: '127.0.0.0/8', ALERTS_CLAIM_MS: '3000', ALERTS_POLL_MS: '100' },
  });
  await (await rig.processes.add('alerts-2')).start();
}, 180_000);
afterAll(async () => {
  await rig.stop();
  receiver.closeAllConnections();
  receiver.close();
}, 60_000);

let project: Project;
let projectId: string;
beforeEach(async () => {
  received = [];
  refusing = 0;
  project = await createProject(rig.system, rig.organization);
  const { port } = receiver.address() as AddressInfo;
  const [row] = await rig.system.sql<{ id: string; organization_id: string }>(
    'select id, organization_id from projects order by id desc limit 1',
  );
  projectId = row?.id ?? '';
  const secrets = JSON.stringify({ url: `http://127.0.0.1:${port}/`, signingSecrets: [`whsec_${'A'.repeat(44)}`] });
  const [destination] = await rig.system.sql<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name, secrets, hourly_limit)
     values ($1, 'webhook', 'Hook', $2, 100000) returning id`,
    [row?.organization_id, secrets],
  );
  await rig.system.sql(
    `insert into alert_rules (organization_id, project_id, name, conditions, destination_ids)
     values ($1, $2, 'New', '[{"kind":"new_issue"},{"kind":"regression"}]', array[$3::int8])`,
    [row?.organization_id, projectId, destination?.id],
  );
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

interface Kept {
  readonly issues: number;
  readonly firings: number;
  readonly notices: number;
  readonly delivered: number;
  readonly waiting: number;
}

async function kept(): Promise<Kept | undefined> {
  // Attempts that wait for hours after a refusal are made now.
  await rig.system.sql(
    `update alert_deliveries set next_at = now() where state = 'waiting' and claimed_until is null and next_at > now()`,
  );
  const [row] = await rig.system.sql<Kept & Record<string, unknown>>(
    `select (select count(*)::int from issues where project_id = $1) as issues,
       (select count(*)::int from alert_firings f join alert_rules r on r.id = f.rule_id
         where f.project_id = $1 and r.name = 'New') as firings,
       (select count(distinct (n.firing_id, n.delivery_id))::int from alert_notices n
         join alert_destinations d on d.id = n.destination_id
         where n.project_id = $1 and d.kind = 'webhook') as notices,
       (select count(*)::int from alert_notices n join alert_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id
         join alert_destinations t on t.id = n.destination_id
         where n.project_id = $1 and t.kind = 'webhook' and d.state = 'sent') as delivered,
       (select count(*)::int from alert_signals where project_id = $1) as waiting`,
    [projectId],
  );
  return row;
}

/** Waits until all is delivered, and checks what the receiver got. */
async function expectDelivered(opened: number): Promise<void> {
  let state: Kept | undefined;
  await waitFor(
    async () => {
      state = await kept().catch(() => undefined);
      return state?.delivered === opened && state.waiting === 0;
    },
    { what: `${opened} delivered firings`, timeoutMs: 90_000 },
  ).catch((error: unknown) => {
    throw new Error(`${opened} issues were opened; ${JSON.stringify(state)}`, { cause: error });
  });
  expect(state).toEqual({ issues: opened, firings: opened, notices: opened, delivered: opened, waiting: 0 });
  const bodies = new Map<string, Set<string>>();
  for (const { id, body } of received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
  expect([...bodies.values()].filter((different) => different.size > 1)).toEqual([]);
  const taken = new Set(received.filter(({ isTaken }) => isTaken).map(({ id }) => id));
  const sent = await rig.system.sql<{ id: string }>(
    `select d.id from alert_deliveries d join alert_destinations t on t.id = d.destination_id
     where d.project_id = $1 and t.kind = 'webhook' and d.state = 'sent'`,
    [projectId],
  );
  expect([...taken].sort()).toEqual(sent.map(({ id }) => id).sort());
}

describe(`alerts (seed ${faultsSeed})`, () => {
  test.each(seedsFor('alerts killed'))(
    'workers and both alert processes killed at any moment: every firing is delivered, none is decided twice (seed %d)',
    async (seed) => {
      random = seededRandom(seed);
      refusing = 0.3;
      const opened = await whileIssuesOpen(() =>
        killAtRandom(rig, ['alerts', 'alerts-2', 'exceptions'], { kills: 8, seed }),
      );
      await expectDelivered(opened);
    },
    240_000,
  );

  test('PostgreSQL killed while issues open and messages are sent', async () => {
    refusing = 0.2;
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
      const again = received.filter(({ id }, index) => received.findIndex((other) => other.id === id) !== index);
      expect(again.length > 0).toBe(point === 'alert-sent');
    },
    180_000,
  );
});
