import { expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { makeEvent } from './support/events.js';
import { accepted, sendAccepted, sendEvents } from './support/send.js';
import { sendStored } from './support/sendStored.js';
import { rowsOf, tableOf, waitForStored } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

/** The project setting `scrub`: addresses, card numbers and secrets are in no table, and identifiers stay. */

const MAIL = 'bob.hidden@example.com';
const CARD = '4111 1111 1111 1111';
const PASSWORD = 'hunter2hidden';
const HIDDEN = /hidden|4111 1111/;
const system = useSystem();

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

test('with the setting, no secret is stored, whatever the type, and identifiers are kept', async () => {
  const project = await createTenant(system, { project: { scrub: true } });
  await sendStored(system, project, events());
  const whole = await stored(project);
  expect(HIDDEN.exec(whole)?.[0]).toBeUndefined();
  for (const kept of ['trace-1', 'span-1', 'replay-1', 'shop@1.2.0', 'id:u-1', '[email]', '[card]', '[secret]']) {
    expect(whole).toContain(kept);
  }
}, 60_000);

test('with the setting, secrets in the request, in lists and in forms are not stored either', async () => {
  const project = await createTenant(system, { project: { scrub: true } });
  const fields = [
    [['Authorization', `Basic ${PASSWORD}`]],
    ['Host', 'a.test', 'Cookie', `sid=${PASSWORD}`],
    { name: 'password1', value: PASSWORD },
    { key: 'http.request.header.authorization', value: { stringValue: PASSWORD } },
    `user%5Bpassword%5D=${PASSWORD}&next=%2Fcb%3Ftoken%3D${PASSWORD}&email%3Dbob.hidden%2540example.com`,
    `PGPASSWORD=${PASSWORD} psql`,
  ];
  const contexts = { environment: { mail: MAIL }, 'device.userAgent': `app/1 (${MAIL})` };
  const event = makeEvent('log', { contexts, payload: { message: 'm', attributes: { fields } } });
  await sendAccepted(system.baseUrl, project, [event], { headers: { 'user-agent': `app/1 (${MAIL})` } });
  await waitForStored(system, project, 1);
  const whole = await stored(project);
  expect(HIDDEN.exec(whole)?.[0]).toBeUndefined();
  expect(whole).toContain('app/1 ([email])');
}, 60_000);

test('a batch that comes several times at once is stored once, scrubbed', async () => {
  const project = await createTenant(system, { project: { scrub: true } });
  // Its time is replaced by that of its arrival, which is another one for each.
  const batch = [makeEvent('log', { ...around, timestamp: '2999-01-01T00:00:00Z' })];
  const answers = await Promise.all(Array.from({ length: 6 }, () => sendEvents(system.baseUrl, project, batch)));
  const bodies = answers.map(({ json }) => json as { duplicate?: boolean });
  expect(bodies.filter(({ duplicate }) => duplicate !== true)).toEqual([accepted({ processed: 1 })]);
  await waitForStored(system, project, 1);
  expect(HIDDEN.exec(await stored(project))?.[0]).toBeUndefined();
}, 60_000);

test('with the setting, no secret waits in Redis', async () => {
  const project = await createTenant(system, { project: { scrub: true } });
  const { hostname, port, password } = new URL(system.redisUrl);
  // A plain socket, because ioredis fails if a command arrives together with the reply to `MONITOR`.
  const monitor = connect(Number(port), hostname);
  try {
    // Finished jobs are deleted, so Redis is monitored meanwhile.
    let said = '';
    monitor.setEncoding('utf8').on('data', (text: string) => (said += text));
    const lines = [...(password === '' ? [] : [`AUTH ${password}\r\n`]), 'MONITOR\r\n'];
    monitor.write(lines.join(''));
    await waitFor(() => said.startsWith('+OK\r\n'.repeat(lines.length)), { what: 'Redis to tell what is said' });
    await sendStored(system, project, events());
    await waitFor(() => said.includes('[email]'), { what: 'the batch to be heard' });
    expect(HIDDEN.exec(said)).toBeNull();
  } finally {
    monitor.destroy();
  }
}, 60_000);

test('without the setting, events are stored unchanged', async () => {
  const project = await createTenant(system);
  await sendStored(system, project, events());
  const whole = await stored(project);
  for (const sent of [MAIL, CARD, PASSWORD]) expect(whole).toContain(sent);
}, 60_000);

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

function events() {
  return [
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
}
