/** Loads `@sluice/contract` with the next version of the job format; changes nothing else. */
import { register } from 'node:module';

register('./nextReleaseHooks.mjs', import.meta.url);
