import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { makeEvent } from './support/events.js';
import { sendStored } from './support/sendStored.js';
import { rowsOf, tableOf } from './support/stored.js';
import { type System } from './support/system.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

/** The project setting `scrub`: addresses, card numbers and secrets are in no table, and identifiers stay. */

const MAIL = 'bob.hidden@example.com';
const CARD = '4111 1111 1111 1111';
const PASSWORD = 'hunter2hidden';
const HIDDEN = /hidden|4111 1111/;

let system: System;
beforeAll(async () => {
  system = await useSystem();
}, 120_000);
afterAll(() => system.stop());

const text = `${MAIL} paid with ${CARD}: https://bob:${PASSWORD}@shop.example/?token=${PASSWORD}`;
const around = {
  tags: { note: text, password: PASSWORD },
  contexts: {
    'user.id': 'u-1',
    'user.email': MAIL,
    'page.url': `https://shop.example/?email=${encodeURIComponent(MAIL)}`,
    request: { headers: { Authorization: `Bearer ${PASSWORD}`, Cookie: PASSWORD } },
    release: 'shop@1.2.0',
  },
};

const events = () => [
  makeEvent('exception', {
    ...around,
    payload: {
      message: text,
      stack: `Error: ${text}\n    at f (https://cdn.example/app.js:1:2)`,
      breadcrumbs: [{ message: text }],
    },
  }),
  makeEvent('log', { ...around, payload: { message: text, attributes: { apiKey: PASSWORD, note: text } } }),
  makeEvent('span', { ...around, payload: { name: text, traceId: 'trace-1', uuid: 'span-1' } }),
  makeEvent('hit', { ...around, payload: { url: `https://shop.example/?password=${PASSWORD}`, title: text } }),
  makeEvent('replay', { ...around, payload: { replayId: 'replay-1', note: text } }),
];

async function stored(project: Project): Promise<string> {
  const rows = await Promise.all(
    (Object.keys(tableOf) as (keyof typeof tableOf)[]).map((type) => rowsOf(system, project, type)),
  );
  const derived = await Promise.all(
    ['issues', 'traces', 'project_users', 'releases', 'dead_letters'].map((table) =>
      system.sql(`select * from ${table} where project_id = $1`, [project.id]),
    ),
  );
  return JSON.stringify([rows, derived]);
}

test('with it nothing that it hides is stored, whatever the type; what identifies stays', async () => {
  const project = await createTenant(system, { project: { scrub: true } });
  await sendStored(system, project, events());
  const whole = await stored(project);
  expect(HIDDEN.exec(whole)?.[0]).toBeUndefined();
  for (const kept of ['trace-1', 'span-1', 'replay-1', 'shop@1.2.0', 'id:u-1', '[email]', '[card]', '[secret]']) {
    expect(whole).toContain(kept);
  }
}, 60_000);

test('nor does it wait in Redis', async () => {
  const project = await createTenant(system, { project: { scrub: true } });
  const redis = new Redis(system.redisUrl);
  try {
    // Jobs are gone when they are done: what is said meanwhile is seen as it is said.
    const monitor = await redis.monitor();
    const said: string[] = [];
    monitor.on('monitor', (_time: string, args: readonly unknown[]) => said.push(String(args)));
    await sendStored(system, project, events());
    monitor.disconnect();
    expect(said.join('\n')).toContain('[email]');
    expect(said.filter((command) => HIDDEN.test(command))).toEqual([]);
  } finally {
    redis.disconnect();
  }
}, 60_000);

test('without it, what was sent is stored', async () => {
  const project = await createTenant(system);
  await sendStored(system, project, events());
  const whole = await stored(project);
  for (const sent of [MAIL, CARD, PASSWORD]) expect(whole).toContain(sent);
}, 60_000);
