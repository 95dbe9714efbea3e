import { describe } from '@jest/globals';
import { useResource } from '@sluice/testkit/useResource';
import { chromium, type Browser } from 'playwright-core';
import { chromiumArguments, findChromium } from './chromium.js';

const executablePath = findChromium();
if (executablePath === undefined) process.stderr.write('SKIPPED test/browser: there is no Chromium on this machine\n');

/** `describe` if Chromium is installed, otherwise `describe.skip`. */
export const describeInChromium = executablePath === undefined ? describe.skip : describe;

/** What opens pages. */
export type Chromium = Pick<Browser, 'newPage' | 'newContext'>;

/** A Chromium for the tests of this file or `describe`. */
export const useChromium = (): Chromium =>
  useResource(
    async () => {
      const browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumArguments] });
      return {
        newPage: browser.newPage.bind(browser),
        newContext: browser.newContext.bind(browser),
        close: () => browser.close(),
      };
    },
    ({ close }) => close(),
    180_000,
  );
