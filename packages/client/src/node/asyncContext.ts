import { AsyncLocalStorage } from 'node:async_hooks';
import { storeContextWith, type ActiveContext } from '../core/scope.js';

const storage = new AsyncLocalStorage<ActiveContext>();

/** Makes scopes and spans follow asynchronous calls from now on. */
export const followAsyncCalls = (): void =>
  storeContextWith({
    get: () => storage.getStore(),
    run: (surroundings, callback) => storage.run(surroundings, callback),
  });

/** An event emitter. */
interface Emitter {
  emit: (this: unknown, name: string | symbol, ...args: unknown[]) => boolean;
}

/** Runs listeners of an emitter in the current context if they would otherwise have none, because streams lose it. */
export function bindToContext(emitter: Emitter): void {
  const surroundings = storage.getStore();
  if (surroundings === undefined) return;
  const { emit } = emitter;
  emitter.emit = function (...args) {
    return storage.getStore() === undefined
      ? storage.run(surroundings, () => emit.apply(this, args))
      : emit.apply(this, args);
  };
}

/** Not a `WeakMap`: garbage collection is slow with many short-lived keys. */
const SURROUNDINGS = Symbol('sluice surroundings');

/** An object with a stored context. */
interface Remembering {
  [SURROUNDINGS]?: ActiveContext;
}

/** Stores the current context in an object. */
export function storeContext(of: object): void {
  const surroundings = storage.getStore();
  if (surroundings !== undefined) (of as Remembering)[SURROUNDINGS] = surroundings;
}

/** Whether an object has a stored context. */
export const hasStoredContext = (of: object): boolean => SURROUNDINGS in of;

/** Runs a callback in the context stored in an object, if it would otherwise have none. */
export function runInStoredContext<T>(of: object, callback: () => T): T {
  const surroundings = storage.getStore() ?? (of as Remembering)[SURROUNDINGS];
  return surroundings === undefined ? callback() : storage.run(surroundings, callback);
}
