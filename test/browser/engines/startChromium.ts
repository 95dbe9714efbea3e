import { chromium } from 'playwright-core';
import { chromiumArguments } from '../chromium.js';
import { type Engine } from './engine.js';

/** Starts Chromium. @param program its executable */
export async function startChromium(program: string): Promise<Engine> {
  const browser = await chromium.launch({ executablePath: program, args: [...chromiumArguments] });
  const page = await browser.newPage();
  return {
    open: async (url) => {
      await page.goto(url);
    },
    run: (expression) => page.evaluate(expression),
    stop: () => browser.close(),
  };
}
