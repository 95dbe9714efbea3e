// `npm start`: ports, dependencies, build, then everything in this process and the one it forks.
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertPortsFree } from './assertPortsFree.mjs';
import { installDependencies, requireNode } from './install.mjs';

requireNode();
await assertPortsFree(process.env);
await installDependencies();
const { build } = await import('./build.mjs');
const { PROGRAM } = await import('./bundleProgram.mjs');
try {
  await build();
} catch (error) {
  const [why = ''] = (error.stderr?.trim() || error.message).split('\n');
  console.error(`sluice: the build failed: ${why}`);
  console.error('If packages are missing, run: npm ci. All of the output: npm run build.');
  process.exit(1);
}
// From Node 22 on, compiled code is kept between starts, also for the process of the workers.
const { directory } = module.enableCompileCache?.(path.join(import.meta.dirname, '../.sluice-cache/compiled')) ?? {};
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] ??= path.dirname(directory);
await import(pathToFileURL(PROGRAM).href);
