import type { Page } from 'playwright-core';
import type { ReplayPage } from './replayPage.js';

declare const page: ReplayPage;

/** Changes all mutable content of `replayMasked.html` to secrets, by user input and by script. */
export async function changeMaskedPage(opened: Page): Promise<void> {
  await opened.fill('#typed', 'geheim-typed');
  await opened.locator('#typedPassword').pressSequentially('geheim-typed');
  await opened.fill('#typedArea', 'geheim-typed');
  await opened.fill('#text', 'geheim-typed-text');
  await opened.selectOption('#select', 'geheim-other');
  await opened.check('#radio2');
  await opened.uncheck('#check');
  await opened.locator('#editable').pressSequentially('geheim-typed');
  await opened.frameLocator('#served').locator('#in').fill('geheim-typed-frame');
  await opened.locator('#host input').fill('geheim-typed-shadow');
  await opened.click('#heading');
  await opened.evaluate(() => page.changeMarkup());
  await opened.evaluate(() => page.changeTrees());
  await opened.evaluate(() => page.changeStyles());
  await opened.locator('#typedPassword').fill('geheim-shown-password');
  await opened.mouse.move(100, 100);
  await settled(opened);
}

/** Changes `replayShown.html`: masked and blocked content to secrets, other content to visible text. */
export async function changeShownPage(opened: Page): Promise<void> {
  await opened.fill('#typed', 'offen-typed');
  await opened.fill('#typedPassword', 'geheim-typed');
  await opened.fill('#maskedInput', 'geheim-typed');
  await opened.fill('#card', 'geheim-typed');
  await opened.evaluate(() => page.changeShown());
  await settled(opened);
  await opened.evaluate(() => page.changeShownAgain());
  await opened.fill('#typedPassword', 'geheim-shown-password');
  await settled(opened);
}

/**
 * Resolves after the recorder has processed changes of frames and values and mouse moves, which it does
 * asynchronously.
 */
const settled = (opened: Page): Promise<void> =>
  opened.evaluate(
    () => new Promise<void>((resolve) => void requestAnimationFrame(() => requestIdleCallback(() => resolve()))),
  );
