import { expect, test } from '@jest/globals';
import { makeEvent, type WireEvent } from '../../e2e/support/events.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

const TRACE = '0f8fad5bd9cb469fa16570867728950e';

/** Shorter, for names with a limit. */
const short = (where: string): string => `${where}<img src=x onerror="window.hacked='${where}'">`;

const at = (): { readonly timestamp: string } => ({ timestamp: new Date().toISOString() });

const contexts = {
  release: short('release'),
  environment: short('env'),
  'user.id': short('user'),
  'user.name': naughty('name'),
  'page.url': `https://shop.example/${short('path')}`,
  other: naughty('context'),
};

describeDashboard('hostile text', (dashboard) => {
  test('in every field is shown as text', async () => {
    const { page, problems, open, openIssues, project, at: path } = await openTenant(dashboard, 'owner');
    await sendStored(dashboard.system, project, hostileEvents());
    await openIssues('message');
    await page.getByRole('link', { name: /message <img/ }).click();
    await page.getByRole('heading', { name: 'Stack trace' }).waitFor();
    expect(await page.getByLabel('Source lines').first().textContent()).toContain(
      naughty('line').replace('\u202E', '[U+202E]'),
    );
    const pages = ['issues', 'traces', `traces/${TRACE}`, 'metrics', 'logs', 'visits', 'users', 'releases', 'usage'];
    const user = await page.locator('a[href*="/users/"]').first().getAttribute('href');
    for (const name of [...pages.map(path), path(`releases/${encodeURIComponent(short('release'))}`), user ?? '']) {
      await open(name);
      const html = await page.content();
      expect({ name, images: await page.locator('img[src="x"], script:not([src])').count() }).toEqual({
        name,
        images: 0,
      });
      expect({ name, isMissing: html.includes('could not be') }).toEqual({ name, isMissing: false });
      expect({ name, isTurned: (await page.locator('body').innerText()).includes('\u202E') }).toEqual({
        name,
        isTurned: false,
      });
    }
    expect(await page.evaluate('window.hacked')).toBeUndefined();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 90_000);
});

function hostileEvents(): readonly WireEvent[] {
  const now = Date.now();
  const common = { ...at(), contexts, tags: { tag: short('tag') } };
  const span = { startTime: new Date(now - 500).toISOString(), endTime: new Date(now).toISOString(), duration: 500 };
  return [
    makeEvent('exception', {
      ...common,
      payload: {
        type: naughty('type'),
        message: naughty('message'),
        traceId: TRACE,
        frames: [
          {
            file: naughty('file'),
            function: naughty('function'),
            line: 3,
            column: 1,
            inApp: true,
            context: { before: [naughty('before')], line: naughty('line'), after: [] },
          },
        ],
        breadcrumbs: [
          { ...at(), category: naughty('category'), message: naughty('crumb'), data: { a: naughty('data') } },
        ],
      },
    }),
    makeEvent('log', { ...common, payload: { level: 'error', message: naughty('log'), traceId: TRACE } }),
    makeEvent('span', {
      ...common,
      payload: {
        name: naughty('span'),
        op: short('op'),
        traceId: TRACE,
        status: 'error',
        ...span,
        metrics: { [short('metric')]: 1 },
      },
    }),
    makeEvent('hit', {
      ...common,
      payload: {
        url: `https://shop.example/${short('hit')}`,
        title: naughty('title'),
        referrer: `https://other.example/${short('referrer')}`,
      },
    }),
    makeEvent('hit', { ...common, payload: { kind: 'custom', name: short('custom') } }),
  ];
}

/** HTML, template, direction and format characters, and text that formatters take for theirs. */
function naughty(where: string): string {
  return `${where} <img src=x onerror="window.hacked='${where}'"><script>window.hacked='${where}'</script> {{7*7}} %s \u202Etxt ﷽ 👩‍👩‍👧‍👦 __proto__`;
}
