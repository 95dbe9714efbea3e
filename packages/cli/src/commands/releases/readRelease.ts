import type { ApiClient } from '../../client/apiClient.js';
import { listBody } from '../../client/readPages.js';
import { CliError } from '../../cliError.js';
import { wire, type Wire } from '../../output/cells.js';

/** Versions that cannot be part of a path: HTTP clients resolve them as path segments. */
const STEPS: ReadonlySet<string> = new Set(['.', '..']);
/** Maximum pages that are searched for such a version. */
const MAX_PAGES = 1_000;

/** Reads a release of any version. @throws CliError `not_found` */
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
  throw new CliError('not_found', `Release ${version} not found. To list releases: sluice releases list`);
}
