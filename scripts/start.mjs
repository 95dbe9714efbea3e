// `npm start`: ports, dependencies, build, then everything in this process and the one it forks.
import { assertPortsFree } from './assertPortsFree.mjs';
import { installDependencies, requireNode } from './install.mjs';

requireNode();
await assertPortsFree(process.env);
await installDependencies();
const { build } = await import('./build.mjs');
await build();
await import('../services/standalone/dist/main.js');
