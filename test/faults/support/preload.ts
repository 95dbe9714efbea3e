import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The environment that has a service import a module of this folder before its own code. */
const preload = (file: string, env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...env,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, file)).href}`,
});

/** A wall clock that is `ms` milliseconds off, for one process; its timers go on as they are. */
export const clockShiftedBy = (ms: number): Record<string, string> =>
  preload('shiftClock.mjs', { CLOCK_SHIFT_MS: String(ms) });

/** A program of the next release: its jobs are of the next version, and it reads both. */
export const nextRelease = (): Record<string, string> => preload('nextRelease.mjs');
