import { type System } from '../../../e2e/support/system.js';
import { type Project } from '../../../e2e/support/tenant.js';
import { waitFor } from '../../../e2e/support/waitFor.js';
import { type OpenedTenant } from './openTenant.js';
import { type Receiver } from './startReceiver.js';

/** Gives an organization the destinations and rules that every organization begins with; those of tests are made without. */
export async function createDefaultAlerts(system: System, { organization }: Project): Promise<void> {
  await system.sql('select create_default_alerts(id) from organizations where slug = $1', [organization]);
}

/** Creates a webhook with its form. Resolves with its signing secret, which the page shows once. */
export async function createWebhook({ page, open, project }: OpenedTenant, name: string, url: string): Promise<string> {
  await open(`/${project.organization}/settings/alerts?destination=new`);
  await page.getByRole('button', { name: /^Webhook/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('textbox', { name: 'URL' }).fill(url);
  await page.getByRole('button', { name: 'Create the destination' }).click();
  const secret = page.getByRole('region', { name: 'Signing secret' });
  await secret.waitFor();
  return (await secret.textContent()) ?? '';
}

/** Creates a rule about new issues with its form, whose only destination has this name. */
export async function createIssueRule({ page, open, at }: OpenedTenant, name: string, destination: string) {
  await open(at('alerts?rule=new'));
  await page.getByRole('button', { name: /^New issue/ }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('checkbox', { name: destination }).check();
  await page.getByRole('button', { name: 'Create the rule' }).click();
  await page.getByText(`${name} is saved.`).waitFor();
}

/** Resolves when a receiver has so many messages whose title contains this text. */
export const waitForMessages = (receiver: Receiver, text: string, count = 1): Promise<boolean> =>
  waitFor(() => receiver.received.filter(({ title }) => title.includes(text)).length === count, {
    what: `${count} messages about ${text}`,
    timeoutMs: 30_000,
  });
