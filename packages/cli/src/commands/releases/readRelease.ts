import type { ApiClient } from '../../client/apiClient.js';
import { listBody } from '../../client/readPages.js';
import { CliError } from '../../cliError.js';
import { wire, type Wire } from '../../output/cells.js';

/** Versions that no address can name: whoever sends it takes them for steps in the path. */
const STEPS: ReadonlySet<string> = new Set(['.', '..']);
/** Pages of the list that are looked through for such a version. */
const MAX_PAGES = 1_000;

/** One release, whatever its version is. Throws a `CliError` of `not_found` where there is none. */
export async function readRelease(client: ApiClient, version: string): Promise<Wire> {
  if (!STEPS.has(version)) return wire((await client.call({ path: ['releases', version] })).body);
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = { query: version, limit: '100', cursor };
    const { data, next } = listBody((await client.call({ path: ['releases'], query })).body);
    const found = data.find((release) => release['version'] === version);
    if (found !== undefined) return found;
    if (next === null) break;
    cursor = next;
  }
  throw new CliError('not_found', `There is no release ${version}. List them: sluice releases list`);
}
