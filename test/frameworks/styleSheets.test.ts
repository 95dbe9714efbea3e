import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Page } from 'playwright-core';
import { cleanCss } from '../../packages/dashboard/src/replay-frame/cleanCss.js';
import { installPackages } from './support/installApp.js';
import { useChromium } from '../browser/useChromium.js';

/** Style sheets of frameworks that sites use, by package and path. */
const SHEETS: readonly (readonly [dependency: string, version: string, path: string])[] = [
  ['tailwindcss', '2.2.19', 'dist/tailwind.css'],
  ['daisyui', '5.8.1', 'daisyui.css'],
  ['bootstrap', '5.3.9', 'dist/css/bootstrap.css'],
  ['bulma', '1.0.4', 'css/bulma.css'],
  ['foundation-sites', '6.9.0', 'dist/css/foundation.css'],
  ['semantic-ui-css', '2.5.0', 'semantic.css'],
  ['materialize-css', '1.0.0', 'dist/css/materialize.css'],
  ['uikit', '3.25.29', 'dist/css/uikit.css'],
  ['@primer/css', '22.3.2', 'dist/primer.css'],
  ['@fortawesome/fontawesome-free', '7.3.1', 'css/all.css'],
];
const TIMEOUT_MS = 600_000;

/** All rules as Chromium reads them; in those of the original, addresses of files are replaced as in a cleaned sheet. */
const READ_RULES = `(css) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return Array.from(sheet.cssRules, (rule) => [rule.constructor.name, rule.cssText]);
}`;
const withoutFiles = (text: string): string => text.replace(/url\("(?!#|data:)[^"]*"\)/g, 'url("data:,")');

describe('a cleaned style sheet is read by Chromium as the original', () => {
  const browser = useChromium();
  let page: Page;
  let directory: string;
  beforeAll(async () => {
    directory = await installPackages(Object.fromEntries(SHEETS.map(([name, version]) => [name, version])));
    page = await browser.newPage();
  }, TIMEOUT_MS);

  test.each(SHEETS)('%s %s: %s', async (name, _version, path) => {
    const css = await readFile(join(directory, 'node_modules', name, path), 'utf8');
    const expected = (await rulesOf(css))
      .map(([kind, text]) => [kind, withoutFiles(text)] as const)
      .filter(([kind, text]) => kind !== 'CSSFontFaceRule' || !text.includes('url("data:,")'));
    const cleaned = await rulesOf(cleanCss(css));
    expect(expected.flat().join('').length).toBeGreaterThan(20_000);
    expect(cleaned).toEqual(expected);
  });

  function rulesOf(css: string): Promise<readonly (readonly [string, string])[]> {
    return page.evaluate(`(${READ_RULES})(${JSON.stringify(css)})`);
  }
});
