import type { Client } from '../../core/client.js';
import type { Level } from '../../core/event.js';
import { all } from './all.js';
import { createWatched } from './watched.js';
import { wrapMethod } from './wrapMethod.js';

export type ConsoleMethod = 'debug' | 'log' | 'info' | 'warn' | 'error';

/** A call of the console. */
export interface ConsoleCall {
  readonly method: ConsoleMethod;
  readonly args: readonly unknown[];
}

const METHODS: readonly ConsoleMethod[] = ['debug', 'log', 'info', 'warn', 'error'];

const calls = /* @__PURE__ */ createWatched<ConsoleCall>((tell) => {
  // What is said while a call is being told of would be told of for ever.
  let isTelling = false;
  const wrap = (method: ConsoleMethod): (() => void) =>
    wrapMethod(console as unknown as Record<ConsoleMethod, unknown>, method, (original) => {
      return function (this: unknown, ...args: never[]): unknown {
        if (!isTelling) {
          isTelling = true;
          try {
            tell({ method, args });
          } catch {
            // With debug the SDK says what went wrong, and somebody's wrapper of the console throws.
          }
          isTelling = false;
        }
        return original.apply(this, args);
      };
    });
  return all(...METHODS.map(wrap));
});

/** Hears what the page says on the console; of the SDK's own words it does not. @returns stops watching */
export const watchConsole = (client: Client, watcher: (call: ConsoleCall) => void): (() => void) =>
  calls.watch((call) => client.guard(() => watcher(call)));

/** How severe a method of the console is. */
export const levelOf = (method: ConsoleMethod): Level =>
  method === 'log' ? 'info' : method === 'warn' ? 'warning' : method;
