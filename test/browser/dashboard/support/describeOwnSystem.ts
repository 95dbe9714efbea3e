import { afterAll, beforeAll, describe } from '@jest/globals';
import { chromium, type Browser } from 'playwright-core';
import { newPlace, startStandaloneAt, type Standalone } from '../../../e2e/support/standalone.js';
import { connectSystem, type System } from '../../../e2e/support/system.js';
import { chromiumArguments, findChromium } from '../../chromium.js';
import { visitPage, type Opened, type OpenOptions } from './visitPage.js';

/** A system that was started for these tests, and a browser. */
export interface OwnSystem {
  readonly system: System;
  /** What `npm start` printed. */
  readonly output: () => Promise<string>;
  /** Opens a new page without a session. */
  readonly visit: (options?: OpenOptions) => Promise<Opened>;
}

/**
 * Declares tests of the dashboard in Chromium, on a system of their own. They are skipped with a message if Chromium is
 * not installed.
 *
 * @param settings returns the environment of the system, which will have this address
 */
export function describeOwnSystem(
  title: string,
  settings: (baseUrl: string) => Promise<Readonly<Record<string, string>>>,
  declare: (own: () => OwnSystem) => void,
): void {
  const executablePath = findChromium();
  if (executablePath === undefined) process.stderr.write(`SKIPPED ${title}: there is no Chromium on this machine\n`);
  (executablePath === undefined ? describe.skip : describe)(title, () => {
    let [own, browser]: [OwnSystem?, Browser?] = [];
    beforeAll(async () => {
      const place = await newPlace();
      const env = await settings(`http://127.0.0.1:${place.port}`);
      const started = await startStandaloneAt({ ...place, env });
      browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArguments] });
      own = createOwnSystem(started, browser);
    }, 180_000);
    afterAll(async () => {
      await browser?.close();
      await own?.system.stop();
    });
    declare(() => {
      if (own === undefined) throw new Error('the system is available within tests and hooks only');
      return own;
    });
  });
}

function createOwnSystem(standalone: Standalone, browser: Browser): OwnSystem {
  const { address, child } = standalone;
  return {
    system: connectSystem(address, () => standalone.stop()),
    output: () => child.output(),
    visit: (options) => visitPage(browser, address.baseUrl, options),
  };
}
