import { afterAll, beforeAll, describe } from '@jest/globals';
import { findChromium } from '../chromium.js';
import { findExecutable } from '@sluice/testkit/findExecutable';
import { type Engine } from './engine.js';
import { startChromium } from './startChromium.js';
import { startFirefox } from './startFirefox.js';
import { startWebKit } from './startWebKit.js';

export type EngineName = 'Chromium' | 'Firefox' | 'WebKit';

/** Each engine with the function that starts it, which is `undefined` if the engine is not installed. */
function installedEngines(): readonly (readonly [EngineName, (() => Promise<Engine>) | undefined])[] {
  const [chromium, firefox] = [findChromium(), findExecutable('firefox-esr', 'firefox')];
  const [webkit, xvfb] = [findExecutable('WebKitWebDriver'), findExecutable('Xvfb')];
  return [
    ['Chromium', chromium === undefined ? undefined : () => startChromium(chromium)],
    ['Firefox', firefox === undefined ? undefined : () => startFirefox(firefox)],
    ['WebKit', webkit === undefined || xvfb === undefined ? undefined : () => startWebKit(webkit, xvfb)],
  ];
}

/**
 * Declares the tests once for each of Chromium, Firefox and WebKit. Tests of an engine that is not installed are
 * skipped, with a message on standard error.
 *
 * @param declare receives a getter for the engine, which is available within tests and hooks
 */
export function describeInEngines(what: string, declare: (engine: () => Engine, name: EngineName) => void): void {
  for (const [name, start] of installedEngines()) {
    if (start === undefined) process.stderr.write(`SKIPPED ${what}: there is no ${name} on this machine\n`);
    (start === undefined ? describe.skip : describe)(`${what} in ${name}`, () => {
      let engine: Engine | undefined;
      beforeAll(async () => {
        engine = await start?.();
      }, 90_000);
      afterAll(() => engine?.stop());
      declare(() => {
        if (engine === undefined) throw new Error(`${name} runs within tests and hooks only`);
        return engine;
      }, name);
    });
  }
}
