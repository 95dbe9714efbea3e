import { beforeAll, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { accepted, envelopePath, tally } from '../e2e/support/send.js';
import { storedBySerial, waitForStored } from '../e2e/support/stored.js';
import { createProjects, type Project } from '../e2e/support/tenant.js';
import { useSystem } from '../e2e/support/useSystem.js';
import { useChromium, describeInChromium } from './useChromium.js';
import { useSite } from './useSite.js';

interface Report {
  readonly answers: readonly {
    readonly status: number;
    readonly limits: string | null;
    readonly retryAfter: string | null;
    readonly body: Record<string, unknown>;
  }[];
}

describeInChromium('a page in Chromium, served from another origin', () => {
  const system = useSystem();
  const site = useSite('page.html');
  const browser = useChromium();
  let projects: Record<'open' | 'full' | 'closed', Project>;
  beforeAll(async () => {
    projects = await createProjects(system, {
      open: { allowedDomains: ['127.0.0.1'] },
      full: { eventsPerHour: 0 },
      closed: { allowedDomains: ['example.com'] },
    });
  });

  test('sends a thrown error by fetch, and buffered events by beacon on unload', async () => {
    const page = await open(projects.open);
    expect(await firstAnswer(page)).toMatchObject({ status: 202, body: accepted({ processed: 1 }) });
    await page.goto('about:blank');
    await waitForStored(system, projects.open, 2);
    const rows = await storedBySerial(system, projects.open);
    expect(rows.get('thrown')).toMatchObject({
      table: 'exceptions',
      type: 'TypeError',
      message: expect.stringMatching(/items/),
      handled: false,
      environment: 'browser',
      release: 'page@1',
      contexts: {
        'browser.name': expect.stringMatching(/Chrom/),
        'os.name': expect.stringMatching(/\S/),
        'user.ip': '127.0.0.1',
        'user.agent': expect.stringMatching(/Chrome/),
      },
      payload: { stack: expect.stringMatching(/openCart/) },
    });
    expect(rows.get('beacon')).toMatchObject({ table: 'hits', kind: 'pageview', url: '/shop' });
    await page.close();
  }, 40_000);

  test('can read the hold-offs of a 429 response', async () => {
    const page = await open(projects.full);
    const answer = await firstAnswer(page);
    expect(answer).toMatchObject({ status: 429, body: { success: false, ...tally({ rate_limited: 1 }) } });
    expect(answer.limits).toMatch(/^\d+:exception$/);
    expect(answer.retryAfter).toMatch(/^\d+$/);
    await page.close();
  }, 40_000);

  test('can read the 403 response for an origin that is not allowed', async () => {
    const page = await open(projects.closed);
    expect(await firstAnswer(page)).toMatchObject({ status: 403, body: { success: false } });
    await page.close();
  }, 40_000);

  async function open(project: Project): Promise<Page> {
    const page = await browser.newPage();
    const query = new URLSearchParams({ endpoint: `${system.baseUrl}${envelopePath}`, key: project.key });
    await page.goto(`${site.origin}/shop?${query.toString()}`);
    return page;
  }

  /** The first response that the page's script received. */
  async function firstAnswer(page: Page): Promise<Report['answers'][number]> {
    await page.waitForFunction('window.report.answers.length > 0');
    const report = await page.evaluate<Report>('window.report');
    const [answer] = report.answers;
    if (answer === undefined) throw new Error('no answer');
    return answer;
  }
});
