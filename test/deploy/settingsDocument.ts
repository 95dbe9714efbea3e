import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** The names of services in `docs/settings.md`, and those of their folders. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  gateway: ['gateway'],
  workers: ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'],
  api: ['api'],
  'source maps': ['sourcemaps'],
  alerts: ['alerts'],
  housekeeping: ['housekeeping'],
  'backlog monitor': ['backlog-monitor'],
};
const everyFolder = Object.values(FOLDERS).flat();

/** Matches a row of a table: the name of a setting, whether it may be a file, and the next cell. */
const ROW = /^\| `(\w+)`( ¹)? +\| ([^|]*?) +\|/gm;

/** Returns the settings of each service, by the name of its folder, with `<name>_FILE` of those that may be in a file. */
export function documentedSettings(): ReadonlyMap<string, ReadonlySet<string>> {
  const document = readFileSync(join(repoRoot, 'docs/settings.md'), 'utf8');
  const found = new Map(everyFolder.map((folder) => [folder, new Set<string>()]));
  for (const section of document.split(/^## /m).slice(1)) {
    const title = section.slice(0, section.indexOf('\n')).toLowerCase();
    for (const [, name = '', file, second = ''] of section.matchAll(ROW)) {
      const users = title.startsWith('shared') ? second.split(', ') : [title];
      const folders = users.flatMap((user) => (user === 'all' ? everyFolder : (FOLDERS[user] ?? [])));
      for (const folder of folders) {
        found.get(folder)?.add(name);
        if (file !== undefined) found.get(folder)?.add(`${name}_FILE`);
      }
    }
  }
  return found;
}
