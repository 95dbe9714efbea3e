import { afterAll, expect, test } from '@jest/globals';
import { startReverseProxy, type ReverseProxy } from '../../e2e/support/reverseProxy.js';
import { describeOwnSystem } from './support/describeOwnSystem.js';

const PREFIX = '/tools/sluice';
let proxy: ReverseProxy | undefined;

describeOwnSystem('a system below a path', settings, (own) => {
  afterAll(() => proxy?.stop());

  test('the printed link opens the demo project as its owner, and pages, links and files stay below the path', async () => {
    const { system, output, visit } = own;
    const base = `${proxy?.url ?? ''}${PREFIX}`;
    const [link = ''] = /http:\/\/\S+\/sign-in\?token=\S+/.exec(await output()) ?? [];
    expect(link.startsWith(`${base}/sign-in?token=`)).toBe(true);
    const { page, problems } = await visit({ baseURL: `${base}/`, expected: ['/api/0/session'] });
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith('http') && !request.url().startsWith(`${base}/`)) foreign.push(request.url());
    });
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${base}/demo/demo/setup**`);
    const [row] = await system.sql<{ key: string }>('select key from project_keys order by created_at limit 1');
    await page
      .getByText(`//${row?.key ?? 'no key'}@${base.replace(/^http:\/\//, '')}`)
      .first()
      .waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Logs' }).click();
    await page.waitForURL(`${base}/demo/demo/logs**`);
    await page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Logs', level: 1 }).waitFor();
    const { role } = (await system.sql<{ role: string }>('select role from memberships'))[0] ?? { role: '' };
    expect([role, foreign, problems.found()]).toEqual(['owner', [], []]);
    await page.context().close();
  }, 60_000);
});

/** Settings of a system behind a proxy that serves it below a path. */
async function settings(upstream: string): Promise<Readonly<Record<string, string>>> {
  proxy = await startReverseProxy([{ paths: /^\//, upstreams: [upstream] }], PREFIX);
  return { PUBLIC_URL: `${proxy.url}${PREFIX}` };
}
