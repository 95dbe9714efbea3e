import { afterEach } from '@jest/globals';
import { type BrowserContext } from 'playwright-core';
import { type System } from '../../../e2e/support/system.js';
import { createTenant, type Project, type Settings } from '../../../e2e/support/tenant.js';
import { useSystem } from '../../../e2e/support/useSystem.js';
import { useChromium } from '../../useChromium.js';
import { useClientSite } from './clientSite.js';
import { dsnOf } from './dsnOf.js';
import { startFaultProxy, type FaultProxy } from './faultProxy.js';
import { openClientPage, type ClientPage } from './openClientPage.js';

/** Options of a scene. */
interface SceneOptions {
  /** Options of `init` besides `dsn`. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly transportOptions?: Readonly<Record<string, unknown>>;
  /** JavaScript of the page in place of `sluice.init(settings)`; `settings` holds all options. */
  readonly start?: string;
  readonly settings?: { readonly organization?: Settings; readonly project?: Settings };
  /** Browser context of the page; the stage's own browser by default. */
  readonly context?: BrowserContext;
}

/** A page with the SDK, a new project, and a fault-injecting proxy between the page and the service. */
export interface Scene extends ClientPage {
  readonly project: Project;
  readonly proxy: FaultProxy;
}

interface Stage {
  /** Opens a page that starts the SDK; it is closed after the test. */
  open(options?: SceneOptions): Promise<Scene>;
  system(): System;
}

const declared = `
  globalThis.settings = { dsn: pageData.dsn, ...pageData.options, transportOptions: { onError, ...pageData.transportOptions } };
`;

/** Starts a service, Chromium and a site for the tests of a file, and cleans up after each test. */
export function useTransportStage(): Stage {
  const [system, site, browser] = [useSystem(), useClientSite(), useChromium()];
  const open: Scene[] = [];
  afterEach(async () => {
    for (const { page, proxy } of open.splice(0)) {
      await page.close();
      await proxy.stop();
    }
  });
  return {
    system: () => system,
    async open({ options = {}, transportOptions = {}, start = 'sluice.init(settings)', settings, context } = {}) {
      const [project, proxy] = await Promise.all([createTenant(system, settings), startFaultProxy(system.baseUrl)]);
      const pageData = { dsn: dsnOf(proxy.url, project), options, transportOptions };
      const page = await openClientPage({ browser: context ?? browser, site, pageData, start: declared + start });
      const scene = { ...page, project, proxy };
      open.push(scene);
      return scene;
    },
  };
}
