import { afterAll, beforeAll, describe } from '@jest/globals';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { type System } from '../../../e2e/support/system.js';
import { useSystem } from '../../../e2e/support/useSystem.js';
import { chromiumArguments, findChromium } from '../../chromium.js';
import { createAccount, signInLink, type Account, type Role } from './accounts.js';
import { demoWithHistory, type DemoProject } from './demoHistory.js';
import { visitPage, type Opened, type OpenOptions } from './visitPage.js';

/** A running system with the demo's history, and a browser. */
export interface Dashboard {
  readonly system: System;
  readonly browser: Browser;
  readonly demo: DemoProject;
  /** Opens a new page without a session. */
  readonly visit: (options?: OpenOptions) => Promise<Opened>;
  /** Opens a new page that is signed in with this role in the demo's organization; one account per role and test file. */
  readonly signedIn: (role: Role, options?: OpenOptions) => Promise<Opened>;
  /** Opens a new page that is signed in with an account. */
  readonly signedInAs: (account: Account, options?: OpenOptions) => Promise<Opened>;
}

/**
 * Declares tests of the dashboard in Chromium, on the run's system with two weeks of the demo shop. They are skipped with
 * a message if Chromium is not installed.
 */
export function describeDashboard(title: string, declare: (dashboard: () => Dashboard) => void): void {
  const executablePath = findChromium();
  if (executablePath === undefined) process.stderr.write(`SKIPPED ${title}: there is no Chromium on this machine\n`);
  (executablePath === undefined ? describe.skip : describe)(title, () => {
    let dashboard: Dashboard | undefined;
    beforeAll(async () => {
      const system = await useSystem();
      const demo = await demoWithHistory(system);
      const browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArguments] });
      dashboard = createDashboard(system, demo, browser);
    }, 180_000);
    afterAll(async () => {
      await dashboard?.browser.close();
      await dashboard?.system.stop();
    });
    declare(() => {
      if (dashboard === undefined) throw new Error('the dashboard is available within tests and hooks only');
      return dashboard;
    });
  });
}

function createDashboard(system: System, demo: DemoProject, browser: Browser): Dashboard {
  type State = Awaited<ReturnType<BrowserContext['storageState']>>;
  const byRole = new Map<Role, Promise<State>>();
  const visit = (options?: OpenOptions): Promise<Opened> => visitPage(browser, system.baseUrl, options);
  const signIn = async (account: Account, options?: OpenOptions): Promise<Opened> => {
    const opened = await visit(options);
    const { searchParams } = new URL(await signInLink(system, account), system.baseUrl);
    const answer = await opened.page.request.post('/api/0/links/use', { data: { token: searchParams.get('token') } });
    if (!answer.ok()) throw new Error(`the link of ${account.email} was refused: ${await answer.text()}`);
    return opened;
  };
  const stateOf = async (role: Role): Promise<State> => {
    const { page } = await signIn(await createAccount(system, demo.organization, role));
    const state = await page.context().storageState();
    await page.context().close();
    return state;
  };
  return {
    system,
    demo,
    browser,
    visit,
    signedInAs: signIn,
    signedIn: async (role, options) => {
      const state = byRole.get(role) ?? stateOf(role);
      byRole.set(role, state);
      return visit({ ...options, storageState: await state });
    },
  };
}
