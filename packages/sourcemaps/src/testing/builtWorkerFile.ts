import { existsSync } from 'node:fs';
import path from 'node:path';

const BUILT = path.resolve(import.meta.dirname, '../../dist/pool/compileWorker.js');

/**
 * The `workerFile` of a compile pool in tests. Jest transpiles imported files, but a thread runs JavaScript from
 * disk: `npm test` builds before it runs; otherwise run `node scripts/build.mjs`.
 */
export function builtWorkerFile(): string {
  if (!existsSync(BUILT)) throw new Error(`${BUILT} is not there: run node scripts/build.mjs`);
  return BUILT;
}
