import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { thrown } from '../../e2e/support/exceptions.js';
import { sendStored } from '../../e2e/support/sendStored.js';
import { createDefaultAlerts, createIssueRule, createWebhook, waitForMessages } from './support/alertsOf.js';
import { describeDashboard } from './support/describeDashboard.js';
import { openTenant, type OpenedTenant } from './support/openTenant.js';
import { problemAt } from './support/problemAt.js';
import { startReceiver, type Receiver } from './support/startReceiver.js';

const RULE = 'Broken checkout';
const HOOK = 'Deploy bot';

describeDashboard('alerts', (dashboard) => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(() => receiver.stop());

  test('a destination is created with its secret shown once, and a test shows what the receiver answered', async () => {
    const opened = await openTenant(dashboard, 'owner', { expected: ['/alerts/destinations'] });
    const { page, problems, open, project } = opened;
    await open(`/${project.organization}/settings/alerts?destination=new&kind=webhook`);
    const url = page.getByRole('textbox', { name: 'URL' });
    await page.getByRole('textbox', { name: 'Name' }).fill('Refused');
    await url.fill('ftp://files.example/hook');
    await page.getByRole('button', { name: 'Create the destination' }).click();
    expect(await problemAt(url)).toMatch(/^Must be /);

    const secret = await createWebhook(opened, HOOK, receiver.url);
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: `Test ${HOOK}` }).click();
    const dialog = page.getByRole('dialog', { name: `Test of ${HOOK}` });
    await dialog.getByText('The message arrived. Webhook answered 200').waitFor();
    expect(receiver.received.map(({ isSignedWith }) => isSignedWith(secret))).toEqual([true]);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: new RegExp(`${HOOK}.*works`) }).waitFor();
    await open(`/${project.organization}/settings/alerts`);
    expect(await page.content()).not.toContain(secret);
    expect(await page.content()).not.toContain('part-that-is-secret');
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 90_000);

  test('a condition that is refused is named at its field', async () => {
    const { page, open, at } = await openTenant(dashboard, 'owner', { expected: ['/alerts/rules'] });
    await open(at('alerts'));
    await page.getByRole('button', { name: 'New rule' }).click();
    await page.getByRole('button', { name: /^Slow endpoint/ }).click();
    const endpoint = page.getByRole('combobox', { name: 'Endpoint' });
    await endpoint.fill(' ');
    await page.getByRole('button', { name: 'Create the rule' }).click();
    expect(await problemAt(endpoint)).toMatch(/^Must be /);
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    await page.context().close();
  }, 60_000);

  test('a rule is a sentence, its firing is in the history, and its message can be sent again', async () => {
    const opened = await openTenant(dashboard, 'owner');
    const { page, problems, open, at } = opened;
    await createWebhook(opened, HOOK, receiver.url);
    await open(at('alerts?rule=new&template=new-issue'));
    await page.getByRole('textbox', { name: 'Name' }).fill(RULE);
    await page.getByText('Filter the events that fire the rule').click();
    await page.getByRole('checkbox', { name: 'error' }).check();
    await page.getByRole('textbox', { name: 'Environments' }).fill('production');
    await page.getByRole('checkbox', { name: HOOK }).check();
    await page.getByRole('button', { name: 'Create the rule' }).click();
    const row = page.getByRole('row', { name: new RegExp(RULE) });
    await row.waitFor();
    expect(await row.textContent()).toContain(
      `When an issue is new or a resolved issue is back, only level error, in production → , notify ${HOOK}`,
    );

    await fail(opened, 'no alert of staging', 'staging');
    await fail(opened, 'card declined');
    await waitForMessages(receiver, 'card declined');
    await openHistory(opened, RULE);
    const firing = page.getByRole('row', { name: /New issue/ });
    await firing.waitFor();
    expect(await firing.count()).toBe(1);
    // The answer of the receiver may be about to be stored.
    expect(await firing.textContent()).toMatch(
      /TypeError: card declined.*The issue has never been seen before.*Broken checkout.*(sent|waiting)$/,
    );

    await open(at('alerts?tab=deliveries'));
    await page.getByRole('button', { name: /card declined/ }).click();
    const dialog = page.getByRole('dialog', { name: /card declined/ });
    const attempts = dialog.getByRole('region', { name: 'Attempts' }).getByRole('listitem');
    await attempts.first().waitFor();
    expect(await attempts.allTextContents()).toEqual([expect.stringMatching(/answer 200.*received by the double/s)]);
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('row', { name: /card declined sent again/ }).waitFor();
    await waitForMessages(receiver, 'card declined', 2);
    expect(receiver.received.some(({ title }) => title.includes('staging'))).toBe(false);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('a rule is muted, turned on again, and turned off', async () => {
    const opened = await openTenant(dashboard, 'owner');
    const { page, problems, open, project, at } = opened;
    // Its firings show when an exception was decided, also by the rule that is off.
    await createDefaultAlerts(dashboard.system, project);
    const other = 'New issues and regressions';
    await createWebhook(opened, HOOK, receiver.url);
    await createIssueRule(opened, RULE, HOOK);
    await act(opened, 'Mute for 1 hour');
    await page.getByRole('row', { name: new RegExp(`${RULE}.*muted`) }).waitFor();
    await fail(opened, 'while it is muted');
    await openHistory(opened, RULE);
    await page.getByRole('row', { name: /while it is muted.*not sent The rule was muted/ }).waitFor();

    await open(at('alerts'));
    await act(opened, 'Unmute');
    await page.getByText(`${RULE} notifies again.`).waitFor();
    await act(opened, 'Turn off');
    await page.getByText(`${RULE} is off.`).waitFor();
    await fail(opened, 'while it is off');
    await openHistory(opened, other);
    await page.getByRole('row', { name: /while it is off/ }).waitFor();
    await openHistory(opened, RULE);
    await page.getByRole('link', { name: other }).first().waitFor({ state: 'detached' });
    await page.getByRole('row', { name: /while it is muted/ }).waitFor();
    expect(await page.getByRole('row', { name: /while it is off/ }).count()).toBe(0);
    expect(receiver.received).toEqual([]);
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  test('a destination that is gone is paused, says why, and sends what waited when it is resumed', async () => {
    const opened = await openTenant(dashboard, 'owner');
    const { page, problems, open, project, at } = opened;
    await createWebhook(opened, HOOK, receiver.url);
    await createIssueRule(opened, RULE, HOOK);
    receiver.answerWith(410);
    await fail(opened, 'nobody listens');
    await waitForMessages(receiver, 'nobody listens');
    await open(at('alerts?tab=deliveries'));
    await page.getByRole('row', { name: /nobody listens.*paused Until the destination is resumed/ }).waitFor();
    await open(`/${project.organization}/settings/alerts`);
    await page.getByText('1 paused: messages wait').waitFor();
    await page.getByRole('row', { name: new RegExp(`${HOOK}.*paused.*The receiver answered 410`) }).waitFor();

    receiver.answerWith(200);
    await page.getByRole('button', { name: `Resume ${HOOK}` }).click();
    await waitForMessages(receiver, 'nobody listens', 2);
    const [first, second] = receiver.received;
    expect(second?.id).toBe(first?.id);
    await open(`/${project.organization}/settings/alerts`);
    await page.getByRole('row', { name: new RegExp(`${HOOK}.*works`) }).waitFor();
    expect(problems.found()).toEqual([]);
    await page.context().close();
  }, 120_000);

  async function fail({ project }: OpenedTenant, message: string, environment = 'production'): Promise<void> {
    const timestamp = new Date().toISOString();
    await sendStored(dashboard.system, project, [thrown({ timestamp, message, environment, at: message })]);
  }

  /** Opens the history and shows firings of one rule. */
  async function openHistory({ page, open, at }: OpenedTenant, rule: string): Promise<void> {
    await open(at('alerts?tab=history'));
    await page.getByRole('combobox', { name: 'Rule' }).selectOption({ label: rule });
  }

  async function act({ page }: OpenedTenant, action: string): Promise<void> {
    await page.getByRole('button', { name: `Actions of ${RULE}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  }
});
