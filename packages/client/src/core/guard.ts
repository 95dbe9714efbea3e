import { unwrapped } from './unwrapped.js';

/** Runs code that must not disturb the program. Its messages are not observed by any copy of the SDK. */
export interface Guard {
  /** Returns the result of the callback; `undefined` if it throws or its promise rejects. */
  <T>(callback: () => Promise<T>, failed?: () => void): Promise<T | undefined>;
  <T>(callback: () => T, failed?: () => void): T | undefined;
  /** Prints a message if `debug` is set. */
  readonly say: (...message: readonly unknown[]) => void;
  /** Always prints a message, for configuration errors. */
  readonly warn: (message: string) => void;
}

/** @param isTalkative whether to print errors */
export function createGuard(isTalkative?: boolean): Guard {
  const say = (...message: readonly unknown[]): void => {
    try {
      const { log } = console;
      if (isTalkative) unwrapped(log)('[sluice]', ...message);
    } catch {
      // The page may replace the console.
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
