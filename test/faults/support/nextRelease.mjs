/** Loads `@sluice/contract` with the next version of the job format, and leaves everything else as it is. */
import { register } from 'node:module';

register('./nextReleaseHooks.mjs', import.meta.url);
