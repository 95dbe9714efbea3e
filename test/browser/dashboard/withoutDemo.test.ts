import { afterAll, expect, test } from '@jest/globals';
import { startProvider, type Claims, type TestProvider } from '../../../services/api/src/testing/oidcBrowser.js';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendAccepted } from '../../e2e/support/send.js';
import { createTenant } from '../../e2e/support/tenant.js';
import { describeOwnSystem } from './support/describeOwnSystem.js';
import { settle } from './support/settle.js';
import { type Opened } from './support/visitPage.js';

const person = (email: string): Claims => ({ email, email_verified: true, name: 'A Person' });
const PEOPLE = { ada: person('ada@example.com'), stranger: person('stranger@example.com') };

let provider: TestProvider | undefined;

describeOwnSystem('a system without the demo', settings, (own) => {
  afterAll(() => provider?.stop());

  test('the link that it prints leads to an organization of the operator, a project and its first event, once', async () => {
    const { system, output, visit } = own;
    const link = /http:\/\/\S+\/sign-in\?token=\S+/.exec(await output())?.[0] ?? '';
    // It names this machine as a person at a terminal does.
    const { origin } = new URL(link);
    const { page, problems } = await visit({ baseURL: origin, expected: ['/api/0/session'] });
    await page.goto(link);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Operators create organizations on this server' }).waitFor();
    const command = await page.getByText(/sluice org create/).textContent();
    expect(command).toContain('org create acme --owner owner@localhost');
    await system.sluice('org', 'create', 'acme', '--owner', 'owner@localhost');
    await system.sluice('project', 'create', 'acme/web');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.waitForURL(/\/acme\/web\/setup/);
    await page.getByText('Waiting for the first event.').waitFor();
    const [row] = await system.sql<{ key: string }>('select key from project_keys');
    await page
      .getByText(row?.key ?? 'no key')
      .first()
      .waitFor();
    const event = thrown({ timestamp: new Date().toISOString(), message: 'first of all' });
    await sendAccepted(system.baseUrl, { key: row?.key ?? '' }, [event]);
    await page.getByRole('status').getByText('1 event stored in the last day').waitFor();

    const other = await visit({ baseURL: origin, expected: ['/api/0/'] });
    await other.open(link);
    expect(await other.page.getByRole('main').textContent()).toContain('The link does not work');
    expect([...problems.found(), ...other.problems.found()]).toEqual([]);
    await page.context().close();
    await other.page.context().close();
  }, 60_000);

  test('people sign in at the provider, and come back to their project', async () => {
    const { system, visit } = own;
    const project = await createTenant(system);
    await system.sluice('user', 'create', 'ada@example.com', '--org', project.organization, '--role', 'member');
    const opened = await visit({ expected: ['/api/0/session'] });
    await signInAtProvider(opened, 'ada', system.baseUrl);
    opened.problems.forget();
    expect(new URL(opened.page.url()).pathname).toMatch(new RegExp(`^/${project.path}(?:/|$)`));
    await opened.open('/profile/sessions');
    expect(await opened.page.getByRole('table', { name: 'Sessions' }).locator('tbody tr').count()).toBe(1);
    expect(opened.problems.found()).toEqual([]);
    await opened.page.context().close();
  }, 60_000);

  test.each([
    ['a person without an account', 'No account has the email address of this person. Ask an admin for an invitation.'],
    ['a person who cancels', 'The sign-in failed or took too long. Try again.'],
  ])(
    '%s says why, and what to do',
    async (who, words) => {
      const { system, visit } = own;
      const opened = await visit({ expected: ['/api/0/session'] });
      if (who === 'a person who cancels') {
        await goToProvider(opened);
        await opened.page.getByRole('link', { name: '[ Cancel ]' }).click();
      } else await signInAtProvider(opened, 'stranger', system.baseUrl);
      await opened.page.getByRole('alert').getByText(words).waitFor();
      expect(new URL(opened.page.url()).pathname).toBe('/sign-in');
      await opened.page.context().close();
    },
    60_000,
  );
});

/** Settings of a system without the demo, where people sign in at a provider on this machine. */
async function settings(baseUrl: string): Promise<Readonly<Record<string, string>>> {
  provider = await startProvider(PEOPLE);
  await provider.serve(`${baseUrl}/api/0/oidc/oidc/callback`);
  return {
    DEMO: '0',
    PUBLIC_URL: baseUrl,
    OIDC_NAME: 'Example ID',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: 'sluice',
    OIDC_CLIENT_SECRET: 'client-secret',
  };
}

/** Goes to the provider by the button of the sign-in page. Its page has a font of another host: nothing leaves this machine. */
async function goToProvider({ page, open }: Opened): Promise<void> {
  await page.route(/fonts\.googleapis/, (route) => route.abort());
  await open('/sign-in');
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.waitForURL(/\/interaction\//);
}

/** Signs in on the provider's page and allows what Sluice asks for; resolves when Sluice's page is shown. */
async function signInAtProvider(opened: Opened, login: keyof typeof PEOPLE, baseUrl: string): Promise<void> {
  await goToProvider(opened);
  const { page } = opened;
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${baseUrl}/**`);
  await settle(page);
}
