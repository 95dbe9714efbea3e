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
 * Node's environment, in which AsyncLocalStorage instances end with their test file. Node 20 notifies every instance
 * that was ever entered of every promise; each test file loads its own copies, and after a hundred files a worker did
 * little else.
 */
export default class StoragesEndEnvironment extends TestEnvironment {
  async teardown() {
    for (const storage of entered) storage.disable();
    entered.clear();
    await super.teardown();
  }
}
