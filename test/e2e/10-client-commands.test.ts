import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitForStored } from './support/stored.js';
import { sluiceJson } from './support/system.js';
import { createTenant } from './support/tenant.js';
import { type Tally } from './support/send.js';
import { useSystem, useTenant } from './support/useSystem.js';

interface List {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly next: string | null;
}
let env: Record<string, string>;
const system = useSystem();
const project = useTenant(system);
beforeAll(async () => {
  const token = await system.sluice('token', 'create', '--org', project.organization, '--scopes', 'project:admin');
  env = {
    ...system.commandEnv,
    SLUICE_URL: system.baseUrl,
    SLUICE_AUTH_TOKEN: (token as { readonly token: string }).token,
    SLUICE_ORG: project.organization,
    SLUICE_PROJECT: project.slug,
  };
  const dsn = system.baseUrl.replace('//', `//${project.key}@`);
  const words = ['demo', '--dsn', dsn, '--count', '2000', '--rate', '2000', '--seed', '1'];
  const sent = (await system.sluice(...words)) as Tally;
  await waitForStored(system, project, sent.processed);
}, 180_000);

const ask = (...words: string[]): Promise<unknown> => sluiceJson(env, words);
const list = async (...words: string[]): Promise<List['data']> => ((await ask(...words)) as List).data;

describe('reading the events of the demo', () => {
  test('a failed trace is a tree with its events', async () => {
    const [failed] = await list('traces', '--status', 'error', '--limit', '1');
    const trace = (await ask('traces', 'show', String(failed?.['id']))) as Record<string, unknown>;
    expect(trace).toMatchObject({ id: failed?.['id'], status: 'error', rootCount: 1 });
    const [root, ...others] = trace['spans'] as { children: unknown[]; orphan: boolean }[];
    expect([others, root?.orphan]).toEqual([[], false]);
    expect(root?.children.length).toBeGreaterThan(1);
    expect((trace['logs'] as unknown[]).length).toBeGreaterThan(0);
  });

  test('spans are all listed by following the pages', async () => {
    const { data, next } = (await ask('spans', '--all')) as List;
    const [stored] = await system.sql<{ count: string }>('select count(*) from spans where project_id = $1', [
      project.id,
    ]);
    expect([data.length, next]).toEqual([Number(stored?.count), null]);
    expect(new Set(data.map(({ id }) => id)).size).toBe(data.length);
  });

  test('metrics are listed, with their series', async () => {
    const names = (await list('metrics')).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['cart.items', 'web_vital.lcp']));
    const answer = (await ask('metrics', 'show', 'web_vital.lcp', '--group-by', 'release')) as Record<string, unknown>;
    expect((answer['series'] as unknown[]).length).toBeGreaterThan(1);
  });
});

test("another organization's token sees nothing of it", async () => {
  const other = await createTenant(system);
  const made = await system.sluice('token', 'create', '--org', other.organization, '--scopes', 'project:read');
  const stranger = { ...env, SLUICE_AUTH_TOKEN: (made as { readonly token: string }).token };
  await expect(sluiceJson(stranger, ['traces'])).rejects.toThrow('"code":"not_found"');
});
