import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The environment with which a service imports a module of this folder before its own code. */
const preload = (file: string, env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...env,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`,
});

/** Shifts the wall clock of one process by `ms` milliseconds; its timers are not affected. */
export const clockShiftedBy = (ms: number): Record<string, string> =>
  preload('shiftClock.mjs', { CLOCK_SHIFT_MS: String(ms) });

/** A program of the next release: it writes jobs of the next version and reads both versions. */
export const nextRelease = (): Record<string, string> => preload('nextRelease.mjs');
