/** Jest's `globalSetup` for the end-to-end tests: one system for all test files of the run. */
import { register } from 'node:module';

register('./typescriptHooks.mjs', import.meta.url);
const { startSharedSystem } = await import('./sharedSystem.ts');

export default startSharedSystem;
