import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { capturesOf } from '@sluice/testkit/captures';
import { type Locator } from 'playwright-core';
import { connectApi } from '../../e2e/support/api.js';
import { addressTo, sendCaptures } from '../../e2e/support/intake/sendCapture.js';
import { pipelineOf } from '../../e2e/support/sourcemaps.js';
import { type System } from '../../e2e/support/system.js';
import { type Project } from '../../e2e/support/tenant.js';
import { describeDashboard } from './support/describeDashboard.js';
import { FLAWLESS, inspectPage } from './support/inspectPage.js';
import { openTenant } from './support/openTenant.js';
import { settle } from './support/settle.js';

const SDK = 'sentry-react-11.12.0';
const RELEASE = 'shop@1.2.0';
const BUNDLE = 'assets/index-zKz6mCck.js';
const MAP = join(import.meta.dirname, '../../intake/maps/index-zKz6mCck.js.map.gz');

/** The trace that the event names: the page did not trace, so that there is none. */
const expected = ['/traces/5aaf097ad6c6448a92cd671f0546ac04'];

describeDashboard('an error that a Sentry SDK recorded', (dashboard) => {
  test('has its original code, causes, tags, user and breadcrumbs', async () => {
    const { system } = dashboard;
    const opened = await openTenant(dashboard, 'viewer', { expected });
    const { page, project, openIssues } = opened;
    await uploadMap(system, project);
    const captures = capturesOf(SDK, 'errors').map((capture) => addressTo(project, capture));
    const answers = await sendCaptures(system, captures);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);

    await openIssues('checkout failed', { culprit: 'checkout in src/cart.js' });
    await page.getByRole('link', { name: /checkout failed/ }).click();
    await page.getByRole('heading', { level: 1, name: /^Error/ }).waitFor();
    await settle(page);

    const card = (name: string): Locator => page.getByRole('region', { name });
    const stack = card('Stack trace');
    expect(await stack.locator('[class*="call"]').allTextContents()).toEqual([
      'checkout src/cart.js:15:11',
      expect.stringMatching(/^onClick src\/main\.jsx:40:\d+$/),
      'totalOf src/cart.js:6:23',
      'checkout src/cart.js:13:12',
      expect.stringMatching(/^onClick src\/main\.jsx:40:\d+$/),
    ]);
    expect(await stack.locator('[class*="hit"]').allTextContents()).toEqual(
      expect.arrayContaining([
        "15    throw new Error('checkout failed', { cause: error });",
        '6    sum += item.price.amount;',
      ]),
    );
    expect(await stack.getByText('Caused by').allTextContents()).toEqual([
      "Caused by TypeError Cannot read properties of undefined (reading 'amount')",
    ]);
    expect(await card('This event').textContent()).toMatch(
      /unhandled.*ada@example\.com.*Platformjavascript.*5aaf097a · no spans stored/,
    );
    expect(await card('Tags and contexts').textContent()).toContain('plan pro');
    expect(await card('Breadcrumbs').textContent()).toContain('ui.clickbody > div#root > main > button#pay');
    expect(await inspectPage(opened)).toEqual(FLAWLESS);
    await page.context().close();
  }, 60_000);
});

/** Uploads the map of the build of the recorded page. Of libraries it has the mappings only. */
async function uploadMap(system: System, project: Project): Promise<void> {
  const { token } = await connectApi(system, project);
  const map = gunzipSync(await readFile(MAP));
  const { status } = await pipelineOf(system, project, token).upload({ release: RELEASE, filename: BUNDLE, map });
  expect(status).toBe(201);
}
