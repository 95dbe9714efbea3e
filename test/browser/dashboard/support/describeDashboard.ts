import { type BrowserContext } from 'playwright-core';
import { type System } from '../../../e2e/support/system.js';
import { useResource } from '@sluice/testkit/useResource';
import { useSystem } from '../../../e2e/support/useSystem.js';
import { describeInChromium, useChromium, type Chromium } from '../../useChromium.js';
import { createAccount, signInLink, type Account, type Role } from './accounts.js';
import { demoWithHistory, type DemoProject } from './demoHistory.js';
import { visitPage, type Opened, type OpenOptions } from './visitPage.js';

/** A running system with the demo's history, and a browser. */
export interface Dashboard {
  readonly system: System;
  readonly browser: Chromium;
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
export function describeDashboard(title: string, declare: (dashboard: Dashboard) => void): void {
  describeInChromium(title, () => {
    const system = useSystem();
    const demo = useResource(() => demoWithHistory(system), undefined, 180_000);
    declare(createDashboard(system, demo, useChromium()));
  });
}

function createDashboard(system: System, demo: DemoProject, browser: Chromium): Dashboard {
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
