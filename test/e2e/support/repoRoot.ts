import { join } from 'node:path';

/** Absolute path of the checkout; commands are run and services are found from here. */
export const repoRoot = join(import.meta.dirname, '..', '..', '..');
