import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of Sluice that this process runs: all workspaces share one. */
export const { version: VERSION } = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly version: string;
};
