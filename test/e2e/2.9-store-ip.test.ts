import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { makeEvent, type WireEvent } from './support/events.js';
import { sendEvents } from './support/send.js';
import { waitForStored } from './support/stored.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { useResource } from '@sluice/testkit/useResource';

/** The project setting `storeIp`: no table has more of the address, and visitors are counted by the whole of it. */

const poison = `poison ${randomUUID()}`;
const constraint = `no_poison_${randomUUID().replaceAll('-', '')}`;

const system = useSystem();
useResource(
  () => system.sql(`alter table logs add constraint ${constraint} check (message <> '${poison}') not valid`),
  () => system.sql(`alter table logs drop constraint if exists ${constraint}`),
);

const user = { contexts: { 'user.id': 'u-1', 'user.ip': '203.0.113.77', 'user.ip_address': '203.0.113.77' } };

const TABLES = 'exceptions logs spans hits replays project_users visit_keys hit_days dead_letters'.split(' ');

test.each([
  ['full', ['203.0.113.77', '203.0.113.78']],
  ['truncated', ['203.0.113.0']],
  ['off', []],
])(
  'storeIp %s decides what is stored of an address',
  async (storeIp, kept) => {
    const project = await createTenant(system, { project: { storeIp } });
    await sendFrom(project, '203.0.113.77');
    await sendFrom(project, '203.0.113.78');
    await sendFrom(project, '203.0.113.77');
    await waitForStored(system, project, 18);
    const content = await stored(project);
    expect([...new Set(content.match(/203\.0\.113\.\d+/g) ?? [])].sort()).toEqual(kept);
    const days = await system.sql('select pageviews, visitors, sessions from hit_days where project_id = $1', [
      project.id,
    ]);
    expect(days).toMatchObject([{ pageviews: '3', visitors: '2' }]);
    const hashes = await system.sql<{ visitors: string }>(
      'select count(distinct visitor) as visitors from hits where project_id = $1',
      [project.id],
    );
    expect(hashes).toEqual([{ visitors: storeIp === 'full' ? '0' : '2' }]);
  },
  60_000,
);

async function sendFrom(project: Project, address: string): Promise<void> {
  const sent = await sendEvents(system.baseUrl, project, events(), { headers: { 'x-forwarded-for': address } });
  expect(sent.json).toMatchObject({ processed: 6 });
}

async function stored(project: Project): Promise<string> {
  const rows = await Promise.all(
    TABLES.map((table) =>
      system.sql(`select to_jsonb(t)::text as row from ${table} t where project_id = $1`, [project.id]),
    ),
  );
  const letters = await system.sql<{ payload: string }>(
    `select convert_from(payload, 'UTF8') as payload from dead_letters where project_id = $1`,
    [project.id],
  );
  return JSON.stringify([rows, letters]);
}

function events(): WireEvent[] {
  return [
    makeEvent('exception', user),
    makeEvent('log', user),
    makeEvent('log', { ...user, payload: { message: poison } }),
    makeEvent('span', user),
    makeEvent('hit', { ...user, payload: { kind: 'pageview', url: 'https://shop.example/' } }),
    makeEvent('replay', { ...user, payload: { replayId: randomUUID() } }),
  ];
}
