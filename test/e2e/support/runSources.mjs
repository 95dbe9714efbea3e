/** Imported before a service's `src/main.ts`: lets Node run TypeScript. */
import { register } from 'node:module';

register('./typescriptHooks.mjs', import.meta.url);
