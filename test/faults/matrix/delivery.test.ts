import { describe, expect, test } from '@jest/globals';
import { type Redis } from 'ioredis';
import { makeEvent, makeEvents, serialOf } from '../../e2e/support/events.js';
import { ask } from '../../e2e/support/http.js';
import { accepted, sendAccepted, sendBytes, sendEvents, tally } from '../../e2e/support/send.js';
import { createProject, type Project } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { type SentBatch } from '../support/load.js';
import { expectKept } from '../support/oracle.js';
import { useRig } from '../support/rig.js';

/** Rows 19, 20, 22 and 23 of the fault matrix, and a project that is deleted while its events are queued. */
const rig = useRig({ env: { WORKER_MAX_STARTS: '2' } });

const serialsOf = (events: readonly unknown[]): string[] => events.map((event) => serialOf(event) ?? '');

describe('a job that is queued several times', () => {
  test('is stored once (200 jobs, four copies each, four workers)', async () => {
    const project = await createProject(rig.system, rig.organization);
    await rig.service('logs').end();
    const batches = await sendBatches(project, 200, 3);
    const jobs = await rig.withRedis(quadruple);
    expect(jobs).toBe(200);
    const others = await Promise.all(['logs-2', 'logs-3', 'logs-4'].map((name) => rig.processes.add(name)));
    await Promise.all([rig.service('logs'), ...others].map((worker) => worker.start()));
    await expectKept(rig.system, project, { batches, timeoutMs: 60_000 });
    const skipped = await Promise.all(
      [rig.service('logs'), ...others].map(async ({ adminUrl }) => {
        const { text } = await ask(`${adminUrl}/metrics`);
        return Number(/^sluice_worker_duplicates_skipped_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
      }),
    );
    expect(skipped.reduce((sum, count) => sum + count, 0)).toBe(3 * 200 * 3);
    await Promise.all(others.map((worker) => worker.end()));
  }, 120_000);

  /** Adds three more copies of every waiting log job to the queue, and counts them as published. */
  async function quadruple(client: Redis): Promise<number> {
    const ids = await client.lrange('{sl0}:log:wait', 0, -1);
    const jobs = await Promise.all(ids.map((id) => client.hgetall(`{sl0}:log:${id}`)));
    const copies = client.multi();
    ids.forEach((id, index) => {
      const job = jobs[index] ?? {};
      for (const copy of ['a', 'b', 'c']) {
        copies.hset(`{sl0}:log:${id}${copy}`, job).lpush('{sl0}:log:wait', `${id}${copy}`);
        copies.hincrby('{sl0}:counts', 'log:published', Number(job['name']?.split(':')[1]));
      }
    });
    await copies.exec();
    return ids.length;
  }
});

describe('a batch that is sent to two gateways at the same time', () => {
  test('gets one tally and one duplicate, and is stored and counted once (500 batches)', async () => {
    const project = await createProject(rig.system, rig.organization);
    const batches: SentBatch[] = [];
    for (let round = 0; round < 50; round++) {
      await Promise.all(
        Array.from({ length: 10 }, async (_, index) => {
          const events = makeEvents('log', 4);
          const body = JSON.stringify({ events });
          const pair = await Promise.all(rig.system.gatewayUrls.map((url) => sendBytes(url, project.key, body)));
          const answers = [accepted({ processed: 4 }), { success: true, duplicate: true }];
          expect(pair.map(({ json }) => json)).toEqual(expect.arrayContaining(answers));
          batches.push(acknowledged(serialsOf(events), round * 10 + index));
        }),
      );
    }
    await expectKept(rig.system, project, { batches, timeoutMs: 60_000 });
  }, 120_000);
});

describe('events that cannot be stored', () => {
  const withConstraint = async (work: () => Promise<void>): Promise<void> => {
    await rig.system.sql(`alter table logs add constraint no_poison check (message <> 'poison') not valid`);
    try {
      await work();
    } finally {
      await rig.system.sql('alter table logs drop constraint no_poison');
    }
  };

  test('are dead-lettered one by one at any position of a batch; the others are stored', async () => {
    const project = await createProject(rig.system, rig.organization);
    const places = [
      ...Array.from({ length: 20 }, (_, index) => [index]),
      Array.from({ length: 10 }, (_, index) => 2 * index),
      Array.from({ length: 20 }, (_, index) => index),
    ];
    await withConstraint(async () => {
      const batches = await Promise.all(
        places.map(async (bad, number) => {
          const events = Array.from({ length: 20 }, (_, index) =>
            makeEvent('log', { payload: { message: bad.includes(index) ? 'poison' : 'fine' } }),
          );
          await sendAccepted(rig.system.baseUrl, project, events);
          return acknowledged(serialsOf(events), number);
        }),
      );
      await expectKept(rig.system, project, { batches });
    });
    const letters = await rig.system.sql<{ sqlstate: string; events: number; count: number }>(
      'select sqlstate, events, count(*)::int as count from dead_letters where project_id = $1 group by 1, 2',
      [project.id],
    );
    expect(letters).toEqual([{ sqlstate: '23514', events: 1, count: 50 }]);
  }, 60_000);

  test('a job that crashes its worker is dead-lettered after the maximum number of starts; others are stored', async () => {
    const project = await createProject(rig.system, rig.organization);
    await rig.service('logs').end();
    const batches = await sendBatches(project, 1, 5);
    for (let death = 0; death < 2; death++) {
      await rig.dieAt('logs', 'before-commit');
    }
    await rig.service('logs').start();
    const after = await sendBatches(project, 5, 5);
    await expectKept(rig.system, project, {
      batches: [...batches, ...after.map((batch) => ({ ...batch, number: batch.number + 1 }))],
      timeoutMs: 60_000,
    });
    const letters = await rig.system.sql<{ reason: string; events: number }>(
      'select reason, sum(events)::int as events from dead_letters where project_id = $1 group by 1',
      [project.id],
    );
    expect(letters).toEqual([{ reason: 'poison', events: 5 }]);
  }, 150_000);
});

describe('a project that is deleted while its events are queued', () => {
  test('accepts no more events; acknowledged ones are stored and counted', async () => {
    const project = await createProject(rig.system, rig.organization);
    await rig.service('logs').end();
    const batches = await sendBatches(project, 30, 4);
    await rig.system.sluice('project', 'delete', project.path);
    for (const url of rig.system.gatewayUrls) {
      await waitFor(
        async () => {
          const probe = makeEvents('log', 1);
          const { status } = await sendEvents(url, project, probe);
          if (status === 202) batches.push(acknowledged(serialsOf(probe), batches.length));
          return status === 401;
        },
        { what: `${url} to refuse the key` },
      );
    }
    await rig.service('logs').start();
    await expectKept(rig.system, project, { batches });
  }, 60_000);
});

/** Sends batches of logs one after the other; returns the client's ledger. */
async function sendBatches(project: Project, count: number, size: number): Promise<SentBatch[]> {
  const batches: SentBatch[] = [];
  for (let number = 0; number < count; number++) {
    const events = makeEvents('log', size);
    await sendAccepted(rig.system.gatewayUrls[number % 2] ?? '', project, events);
    batches.push(acknowledged(serialsOf(events), number));
  }
  return batches;
}

/** The ledger of a client all of whose batches were fully acknowledged. */
function acknowledged(serials: readonly string[], number: number): SentBatch {
  return {
    number,
    serials,
    fate: 'acknowledged',
    processed: serials.length,
    tallied: tally({ processed: serials.length }),
    ambiguous: false,
    startedAt: 0,
    endedAt: 0,
    refusals: [],
    breaks: [],
  };
}
