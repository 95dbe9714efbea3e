import { valueOf, type Environment } from './environment.js';

/** Whether the environment indicates a production build, not a test or development. */
export function isProductionRun(environment: Environment): boolean {
  const kind = valueOf(environment, 'NODE_ENV');
  return kind !== 'test' && kind !== 'development' && valueOf(environment, 'VITEST') === undefined;
}
