import { AsyncLocalStorage } from 'node:async_hooks';
import { TestEnvironment } from 'jest-environment-node';

/** Storages that something was run in, of the test file that runs. Node's classes are one for all files of a worker. */
const entered = new Set();
for (const name of ['run', 'enterWith']) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (...args) {
    entered.add(this);
    return original.apply(this, args);
  };
}

/**
 * Node's environment, in which storages end with their file. A program has a few for its lifetime, but each file loads its
 * own copies of them, and in Node 20 every promise is told to every storage that was ever entered: after a hundred files a
 * worker did little else.
 */
export default class StoragesEndEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of entered) storage.disable();
    entered.clear();
    await super.teardown();
  }
}
