import type { Client } from '../../core/client.js';
import type { Level } from '../../core/event.js';
import { all } from './all.js';
import { createSharedHook } from './sharedHook.js';
import { wrapMethod } from './wrapMethod.js';

export type ConsoleMethod = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** A console call. */
export interface ConsoleCall {
  readonly method: ConsoleMethod;
  readonly args: readonly unknown[];
}

const METHODS: readonly ConsoleMethod[] = ['debug', 'log', 'info', 'warn', 'error'];

const calls = /* @__PURE__ */ createSharedHook<ConsoleCall>((tell) => {
  // Ignore console calls made while reporting one; otherwise reporting recurses.
  let isTelling = false;
  const wrap = (method: ConsoleMethod): (() => void) =>
    wrapMethod(console as unknown as Record<ConsoleMethod, unknown>, method, (original) => {
      return function (this: unknown, ...args: never[]): unknown {
        if (!isTelling) {
          isTelling = true;
          try {
            tell({ method, args });
          } catch {
            // With `debug` the SDK prints errors, and another wrapper of the console may throw.
          }
          isTelling = false;
        }
        return original.apply(this, args);
      };
    });
  return all(...METHODS.map(wrap));
});

/** Observes console calls of the page, not those of the SDK. @returns a function that stops */
export const watchConsole = (client: Client, watcher: (call: ConsoleCall) => void): (() => void) =>
  calls.watch((call) => client.guard(() => watcher(call)));

/** Level of a console method. */
export const levelOf = (method: ConsoleMethod): Level =>
  method === 'log' ? 'info' : method === 'warn' ? 'warning' : method;
