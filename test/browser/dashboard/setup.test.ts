import { expect, test } from '@jest/globals';
import { waitFor } from '../../e2e/support/waitFor.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant } from './support/openTenant.js';

describeDashboard('the setup page', (dashboard) => {
  test('asks why nothing arrives while nothing has arrived', async () => {
    const { page, at, open } = await openTenant(dashboard, 'viewer');
    await open(at('setup'));
    await page.getByRole('heading', { name: 'Why does nothing arrive?' }).waitFor();
    expect(await page.getByText('No event with a key of this project reached this server').count()).toBe(1);
    await page.context().close();
  });

  test('says what to check for each SDK, and names its guide', async () => {
    const { page, at, open } = await openTenant(dashboard, 'viewer');
    await open(at('setup?with=sentry-python'));
    await page.getByText('Set debug: true, and check that the program can reach this host.').waitFor();
    await page.getByText('docs/how-to/move-from-sentry.md').waitFor();
    await page.getByRole('button', { name: 'OpenTelemetry' }).click();
    await page.getByText('set OTEL_LOG_LEVEL=warn').waitFor();
    await page.getByText('docs/how-to/send-opentelemetry.md').waitFor();
    await page.context().close();
  });

  test('says that requests without an Origin need a server key or a permission', async () => {
    const { page, at, open, project } = await openTenant(dashboard, 'viewer');
    await dashboard.system.sluice('project', 'set', project.path, 'allowedDomains=shop.example.com');
    await waitFor(async () => (await sendWithoutOrigin(dashboard.system.baseUrl, project.key)) === 403, {
      what: 'the allowed domains at the gateway',
    });
    await open(at('setup'));
    await page.getByText('without an Origin header: the project has allowed domains.').waitFor();
    await page.getByRole('link', { name: 'Use a server key, or allow such requests' }).waitFor();
    expect(await page.getByRole('link', { name: 'Allow this domain' }).count()).toBe(0);
    await page.context().close();
  });

  test('shows refused events without that question while events arrive', async () => {
    const { demo, signedIn } = dashboard;
    const { page, open } = await signedIn('viewer');
    await open(`/${demo.organization}/${demo.project}/setup`);
    await page.getByText(/stored in the last day/).waitFor();
    await page.getByRole('heading', { name: 'Refused events' }).waitFor();
    expect(await page.getByText('Why does nothing arrive?').count()).toBe(0);
    await page.context().close();
  });

  test('shows what to change for SDKs of Sentry and OpenTelemetry, and keeps the choice in the URL', async () => {
    const { page, at, open, project, problems } = await openTenant(dashboard, 'viewer');
    const { host } = new URL(dashboard.system.baseUrl);
    const sentryDsn = `http://${project.key}@${host}/${project.id}`;
    await open(at('setup'));
    await page.getByRole('button', { name: 'Sentry SDK' }).click();
    await page.getByText(sentryDsn, { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Python' }).click();
    await page.reload();
    await page.getByText(`dsn="${sentryDsn}"`).waitFor();
    await page.getByRole('button', { name: 'OpenTelemetry' }).click();
    await page.getByText(`OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer%20${project.key}"`).waitFor();
    expect(new URL(page.url()).searchParams.get('with')).toBe('otlp-sdk');
    expect(problems.found()).toEqual([]);
    await page.context().close();
  });

  test('says that a project with allowed domains rejects programs that send no Origin', async () => {
    const { page, at, open, project } = await openTenant(dashboard, 'viewer');
    const note = page.getByText('such programs send no Origin');
    await open(at('setup?with=sentry-python'));
    await page.getByText('import sentry_sdk').waitFor();
    expect(await note.count()).toBe(0);
    await dashboard.system.sluice('project', 'set', project.path, 'allowedDomains=shop.example.com');
    await open(at('setup?with=sentry-python'));
    await note.waitFor();
    await page.getByRole('tab', { name: 'Browser' }).click();
    await page.getByText('@sentry/browser').waitFor();
    expect(await note.count()).toBe(0);
    await page.context().close();
  });

  test('has no Sentry DSN of a server key, which the settings show once', async () => {
    const { page, at, open } = await openTenant(dashboard, 'admin');
    await open(at('settings/security'));
    await page.getByLabel('Kind', { exact: true }).selectOption('server');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('For SDKs of Sentry that send the key in a header').waitFor();
    await page.getByText(/^http:\/\/sls_[\da-f]{64}@[^/]+\/[1-9]\d*$/).waitFor();
    await open(at('setup?with=sentry-python'));
    await page.getByText('import sentry_sdk').waitFor();
    expect(await page.getByRole('main').textContent()).not.toContain('sls_');
    await page.context().close();
  });

  test('shows nothing to copy before the DSN is known', async () => {
    const { page, at, open, problems } = await openTenant(dashboard, 'viewer');
    const answers: (() => void)[] = [];
    await page.route(/\/keys$/, async (route) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      await route.continue();
    });
    await page.goto(at('setup'));
    await page.getByRole('tab', { name: 'curl' }).click();
    await page.getByText('One exception, without an SDK').waitFor();
    expect(await page.getByRole('main').textContent()).not.toMatch(/dsn\.invalid|service_key=|http:\/\/@/);
    for (const answer of answers) answer();
    await page.getByText(/service_key=[\da-f]{8}/).waitFor();
    await open(at('setup'));
    expect(problems.found()).toEqual([]);
    await page.context().close();
  });
});

/** Returns the status of a batch that a program on a server sends. */
async function sendWithoutOrigin(baseUrl: string, key: string): Promise<number> {
  const headers = { 'Content-Type': 'application/json', 'X-Service-Auth': `Service service_key=${key}` };
  const { status } = await fetch(`${baseUrl}/api/envelope`, { method: 'POST', headers, body: '{"events":[]}' });
  return status;
}
