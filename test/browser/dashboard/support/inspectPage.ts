import { type Page } from 'playwright-core';
import { type Opened } from './visitPage.js';
import { findAxeIssues } from './findAxeIssues.js';
import { settle } from './settle.js';

/**
 * Width of the page beyond the window, in pixels: what a reader would have to scroll sideways. The box of the root is as
 * wide as the window without the gutter of its scrollbar; its `clientWidth` contains the gutter.
 */
const overflow =
  'Math.round(document.documentElement.scrollWidth - document.documentElement.getBoundingClientRect().width)';

/** What is wrong with a page, by where it was seen. */
export interface Inspection {
  readonly problems: readonly string[];
  readonly light: readonly string[];
  readonly dark: readonly string[];
  readonly phone: readonly string[];
  readonly overflow: number;
}

/** Nothing is wrong. */
export const FLAWLESS: Inspection = { problems: [], light: [], dark: [], phone: [], overflow: 0 };

/** Looks at the open page in light and dark, and in the size of a phone. */
export async function inspectPage({ page, problems }: Opened): Promise<Inspection> {
  const light = await findAxeIssues(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await findAxeIssues(page, 'colors');
  await page.setViewportSize({ width: 390, height: 844 });
  await settle(page);
  const phone = await findAxeIssues(page);
  return { problems: problems.found(), light, dark, phone, overflow: await widthBeyond(page) };
}

const widthBeyond = (page: Page): Promise<number> => page.evaluate<number>(overflow);
