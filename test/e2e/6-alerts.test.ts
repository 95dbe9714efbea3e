import { beforeAll, expect, test } from '@jest/globals';
import { connectApi, rowsIn, type ApiClient, type WireObject } from './support/api.js';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { createProject, uniqueSlug, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';
import { waitFor } from './support/waitFor.js';

let project: Project;
let api: ApiClient;
/** The rules with which every organization begins, from the exception to the inbox of its owner. */
const system = useSystem();
beforeAll(async () => {
  const organization = uniqueSlug('alerted');
  await system.sluice('org', 'create', organization);
  await system.sluice('user', 'create', `${organization}@example.com`, '--org', organization, '--role', 'owner');
  project = await createProject(system, organization);
  api = await connectApi(system, project);
}, 120_000);

const firings = async (): Promise<readonly WireObject[]> => rowsIn((await api.get('alerts/firings'))['data']);

test('new issues are one message, further exceptions of them none, and a regression is another', async () => {
  await send('apple', 'pear', 'apple');
  const [first] = await untilInbox(1);
  expect(first).toContain('2 new issues');
  const [issue] = await api.all('issues', { query: 'apple' });
  const path = `issues/${String(issue?.['id'])}`;
  const resolved = await api.request('PATCH', path, { body: { status: 'resolved' } });
  expect(resolved.status).toBe(200);
  await send('apple', 'apple', 'pear');
  const titles = await untilInbox(2);
  expect(titles).toHaveLength(2);
  expect(titles[1]).toContain('apple');
  const fired = await firings();
  expect(fired.map(({ kind, suppressedBy }) => [kind, suppressedBy])).toEqual([
    ['regression', null],
    ['new_issue', null],
    ['new_issue', null],
  ]);
  const deliveries = rowsIn((await api.get('alerts/deliveries'))['data']);
  expect(deliveries.map(({ state, attempts }) => [state, attempts])).toEqual([
    ['sent', 1],
    ['sent', 1],
  ]);
}, 60_000);

/** Titles in the inbox of the owner, the oldest first. */
async function inbox(): Promise<readonly string[]> {
  const rows = await system.sql<{ title: string }>(
    `select i.message ->> 'title' as title from alert_inbox i join organizations o on o.id = i.organization_id
     where o.slug = $1 order by i.created_at`,
    [project.organization],
  );
  return rows.map(({ title }) => title);
}

function send(...names: readonly string[]): Promise<void> {
  return sendStored(
    system,
    project,
    names.map((name) => thrown({ at: name, message: name })),
  );
}

function untilInbox(count: number): Promise<readonly string[]> {
  return waitFor(
    async () => {
      const titles = await inbox();
      return titles.length >= count ? titles : undefined;
    },
    { what: `${count} messages`, timeoutMs: 20_000 },
  );
}
