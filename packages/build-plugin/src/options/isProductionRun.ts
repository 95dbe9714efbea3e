import { valueOf, type Environment } from './environment.js';

/** Whether this process builds something to be shipped, as far as its environment says: not a test, not development. */
export function isProductionRun(environment: Environment): boolean {
  const kind = valueOf(environment, 'NODE_ENV');
  return kind !== 'test' && kind !== 'development' && valueOf(environment, 'VITEST') === undefined;
}
