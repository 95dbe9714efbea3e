import { AsyncLocalStorage } from 'node:async_hooks';
import { keepSurroundingsWith, type Surroundings } from '../core/scope.js';

const storage = new AsyncLocalStorage<Surroundings>();

/** Scopes and spans follow asynchronous calls from now on: what runs beside each other has its own. */
export const followAsyncCalls = (): void =>
  keepSurroundingsWith({
    get: () => storage.getStore(),
    run: (surroundings, callback) => storage.run(surroundings, callback),
  });

/** What tells its listeners of what happens. */
interface Emitter {
  emit: (this: unknown, name: string | symbol, ...args: unknown[]) => boolean;
}

/** Has what listens to an emitter run in the surroundings of this moment, where it would run in none: streams lose them. */
export function bindToSurroundings(emitter: Emitter): void {
  const surroundings = storage.getStore();
  if (surroundings === undefined) return;
  const { emit } = emitter;
  emitter.emit = function (...args) {
    return storage.getStore() === undefined
      ? storage.run(surroundings, () => emit.apply(this, args))
      : emit.apply(this, args);
  };
}

/** Not a `WeakMap`: garbage collection takes long where many objects are in one that live for a moment. */
const SURROUNDINGS = Symbol('sluice surroundings');

/** What has surroundings of its own. */
interface Remembering {
  [SURROUNDINGS]?: Surroundings;
}

/** Remembers for an object the surroundings of this moment. */
export function rememberSurroundings(of: object): void {
  const surroundings = storage.getStore();
  if (surroundings !== undefined) (of as Remembering)[SURROUNDINGS] = surroundings;
}

/** Whether surroundings were remembered for an object. */
export const hasSurroundings = (of: object): boolean => SURROUNDINGS in of;

/** Runs a callback in the surroundings that were remembered for an object, where it would run in none. */
export function inSurroundingsOf<T>(of: object, callback: () => T): T {
  const surroundings = storage.getStore() ?? (of as Remembering)[SURROUNDINGS];
  return surroundings === undefined ? callback() : storage.run(surroundings, callback);
}
