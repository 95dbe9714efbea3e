import type { ApiClient } from '../../../client/apiClient.js';
import { readPages } from '../../../client/readPages.js';
import { CliError } from '../../../cliError.js';
import { text, texts, wire } from '../../../output/cells.js';
import { readRelease } from '../../releases/readRelease.js';
import { nearest } from './nearest.js';

/** What the service knows about a release. */
export interface ReleaseFacts {
  /** `null` if the exception has no release. */
  readonly release: string | null;
  readonly isKnown: boolean;
  /** Uploaded filenames, at most 1,000. */
  readonly filenames: readonly string[];
  /** Problems of maps by filename, if they were read. */
  readonly problems: ReadonlyMap<string, readonly string[]>;
  /** Other releases with maps, most similar first; only read if this release has none. */
  readonly releasesWithMaps: readonly string[];
}

const MAPS = { rows: 1_000, pages: 10 } as const;
const RELEASES = { rows: 500, pages: 5 } as const;
const MOST = 3;

/** Reads what the service knows about a release. @param known facts from another response */
export async function readReleaseFacts(
  client: ApiClient,
  release: string | null,
  known?: boolean,
): Promise<ReleaseFacts> {
  if (release === null) {
    return { release, isKnown: false, filenames: [], problems: new Map(), releasesWithMaps: [] };
  }
  const { data } = await readPages(client, { path: ['sourcemaps'], query: { release, limit: '100' } }, MAPS);
  const problems = new Map(data.map((map) => [text(map['filename']), texts(map['problems'])]));
  const isKnown = data.length > 0 || (known ?? (await isKnownRelease(client, release)));
  return {
    release,
    isKnown,
    filenames: [...problems.keys()],
    problems,
    releasesWithMaps: data.length > 0 ? [] : await likeliest(client, release),
  };
}

async function isKnownRelease(client: ApiClient, release: string): Promise<boolean> {
  try {
    await readRelease(client, release);
    return true;
  } catch (error) {
    if (error instanceof CliError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Releases with maps: similar ones, otherwise the latest. */
async function likeliest(client: ApiClient, release: string): Promise<readonly string[]> {
  const { data } = await readPages(client, { path: ['releases'], query: { limit: '100' } }, RELEASES);
  const versions = data
    .map((row) => wire(row))
    .filter(({ sourceMaps }) => typeof sourceMaps === 'number' && sourceMaps > 0)
    .map(({ version }) => text(version));
  const like = nearest(release, versions, MOST);
  return like.length > 0 ? like : versions.slice(0, MOST);
}
