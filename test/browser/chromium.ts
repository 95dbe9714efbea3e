import { findExecutable } from '@sluice/testkit/findExecutable';

/**
 * Path of the installed Chromium: `CHROMIUM_PATH`, or the first of its usual names on the path; `undefined` if not
 * found.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && named !== '') return named;
  return findExecutable('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');
}

/** Disables the sandbox, because tests may run as root, and all background network traffic. */
export const chromiumArguments: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
