import { beforeEach } from '@jest/globals';
import { type Page } from 'playwright-core';
import { connectApi, type ApiClient } from '../../../e2e/support/api.js';
import { rowsOf, waitForStored, type Row } from '../../../e2e/support/stored.js';
import { type System } from '../../../e2e/support/system.js';
import { createTenant, type Project } from '../../../e2e/support/tenant.js';
import { useSystem } from '../../../e2e/support/useSystem.js';
import { useChromium, type Chromium } from '../../useChromium.js';
import { type ClientSite, useClientSite } from './clientSite.js';
import { dsnOf } from './dsnOf.js';
import { openClientPage, type ClientPage, type ClientPageOptions } from './openClientPage.js';

/** The environment of a test file: a shared service, browser and site, and a new project for each test. */
export interface ClientStage {
  readonly system: System;
  readonly browser: Chromium;
  readonly site: ClientSite;
  readonly project: Project;
  /** API client with read access to the project. */
  readonly api: ApiClient;
  /** DSN of the project. */
  readonly dsn: string;
  /** Opens a page of the site. */
  open(options: Omit<ClientPageOptions, 'browser' | 'site'>): Promise<ClientPage>;
  /** Returns the project's rows of a type. */
  rows(type: Parameters<typeof rowsOf>[2]): Promise<Row[]>;
  /** Resolves when this many events of the project are stored. */
  stored(count: number): ReturnType<typeof waitForStored>;
}

/**
 * Sets up the environment for the enclosing tests and cleans it up afterwards. Its properties are available within
 * tests and hooks.
 */
export function useClientStage(): ClientStage {
  const [system, site, browser] = [useSystem(), useClientSite(), useChromium()];
  let [project, api]: [Project?, ApiClient?] = [];
  beforeEach(async () => {
    project = await createTenant(system);
    api = await connectApi(system, project, 'project:read');
  });
  const stage: ClientStage = {
    system,
    browser,
    site,
    get project() {
      return required(project);
    },
    get api() {
      return required(api);
    },
    get dsn() {
      return dsnOf(stage.system.baseUrl, stage.project);
    },
    open: (options) => openClientPage({ browser: stage.browser, site: stage.site, ...options }),
    rows: (type) => rowsOf(stage.system, stage.project, type),
    stored: (count) => waitForStored(stage.system, stage.project, count),
  };
  return stage;
}

function required<T>(one: T | undefined): T {
  if (one === undefined) throw new Error('The stage is there within tests and hooks');
  return one;
}

/**
 * Navigates to an empty page, which unloads the current one. The tab stays open until the browser closes: closing it
 * would end its browser context, and with that the requests that the page sent while it unloaded.
 */
export async function leavePage(page: Page): Promise<void> {
  await page.goto('about:blank');
}
