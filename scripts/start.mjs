// `npm start`: ports, dependencies, build, then everything in this process and the one it forks.
import { assertPortsFree } from './assertPortsFree.mjs';
import { installDependencies, requireNode } from './install.mjs';

requireNode();
await assertPortsFree(process.env);
await installDependencies();
const { build } = await import('./build.mjs');
try {
  await build();
} catch (error) {
  const [why = ''] = (error.stderr?.trim() || error.message).split('\n');
  console.error(`sluice: the build failed: ${why}`);
  console.error('If packages are missing, run: npm ci. All of the output: npm run build.');
  process.exit(1);
}
await import('../services/standalone/dist/main.js');
