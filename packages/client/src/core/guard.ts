import { unwrapped } from './unwrapped.js';

/** Runs what must not disturb the program. What it says, no copy of the SDK on the page hears. */
export interface Guard {
  /** What the callback returns; `undefined` where it throws, or what it promises is rejected. */
  <T>(callback: () => Promise<T>, failed?: () => void): Promise<T | undefined>;
  <T>(callback: () => T, failed?: () => void): T | undefined;
  /** Says something, with `debug`. */
  readonly say: (...message: readonly unknown[]) => void;
  /** Says something in any case: for what a person has to put right. */
  readonly warn: (message: string) => void;
}

/** @param isTalkative tells on the console of what went wrong */
export function createGuard(isTalkative?: boolean): Guard {
  const say = (...message: readonly unknown[]): void => {
    try {
      const { log } = console;
      if (isTalkative) unwrapped(log)('[sluice]', ...message);
    } catch {
      // A console of the page's own.
    }
  };
  const guard = (callback: () => unknown, failed?: () => void): unknown => {
    const fail = (error: unknown): undefined => {
      say(error);
      failed?.();
    };
    try {
      const result = callback();
      return result instanceof Promise ? result.catch(fail) : result;
    } catch (error) {
      return fail(error);
    }
  };
  return Object.assign(guard, {
    say,
    warn: (message: string) => {
      const { warn } = console;
      unwrapped(warn)(`[sluice] ${message}`);
    },
  }) as Guard;
}
