import { urlOf, type PausableTask } from '@sluice/runtime';
import { uploadFilenameOf } from '@sluice/sourcemaps';
import type { BundledFile } from './readManifest.js';

/** A source map of a bundle. */
export interface BundledMap {
  /** Name of its entry. */
  readonly entry: string;
  /** Filenames of the minified files that use it (protocol 2.5); at least one. */
  readonly filenames: readonly string[];
  /** UUID in lower case that the build wrote into the map or its file; `null` if it has none. */
  readonly debugId: string | null;
}

/**
 * Returns the source maps of a bundle. A minified file uses one map: that at the URL of its header `sourcemap`, relative
 * to its own URL, otherwise the first with its debug id. A map that no file uses belongs to the file of its own name
 * without `.map`. The task yields after each file.
 */
export function* bundledMaps(files: readonly BundledFile[]): PausableTask<readonly BundledMap[]> {
  const maps = files.filter(({ type }) => type === 'source_map');
  const users = yield* minifiedByMap(files, maps);
  const found: BundledMap[] = [];
  for (const map of maps) {
    const minified = users.get(map) ?? [];
    const urls = minified.length > 0 ? minified.map(({ url }) => url) : [map.url.replace(/\.map(?=$|[?#])/, '')];
    found.push({
      entry: map.entry,
      filenames: [...new Set(urls.map(filenameOf))],
      debugId: debugIdOf(map) ?? minified.map(debugIdOf).find((id) => id !== null) ?? null,
    });
    yield;
  }
  return found;
}

/** Returns the minified files by the map that they use; each is in one list at most. */
function* minifiedByMap(
  files: readonly BundledFile[],
  maps: readonly BundledFile[],
): PausableTask<ReadonlyMap<BundledFile, readonly BundledFile[]>> {
  const byUrl = new Map<string, BundledFile>();
  const byDebugId = new Map<string, BundledFile>();
  for (const map of maps) {
    const [url, debugId] = [absolute(map.url), debugIdOf(map)];
    if (!byUrl.has(url)) byUrl.set(url, map);
    if (debugId !== null && !byDebugId.has(debugId)) byDebugId.set(debugId, map);
    yield;
  }
  const users = new Map<BundledFile, BundledFile[]>();
  for (const file of files) {
    if (file.type !== 'minified_source') continue;
    const reference = file.headers.get('sourcemap');
    const referenced = reference === undefined ? undefined : byUrl.get(absolute(reference, absolute(file.url)));
    const map = referenced ?? byDebugId.get(debugIdOf(file) ?? '');
    const known = map === undefined ? undefined : users.get(map);
    if (known !== undefined) known.push(file);
    else if (map !== undefined) users.set(map, [file]);
    yield;
  }
  return users;
}

const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/i;

function debugIdOf({ headers }: BundledFile): string | null {
  const parts = UUID.exec(headers.get('debug-id') ?? '');
  return parts === null ? null : parts.slice(1).join('-').toLowerCase();
}

/** Stands for any host. */
const ANY_HOST = 'https://any-host.invalid/';

const withHost = (url: string): string => (url.startsWith('~/') ? `${ANY_HOST}${url.slice(2)}` : url);

/** Returns an absolute URL; the text itself if it is not a URL. */
function absolute(url: string, base = ANY_HOST): string {
  const text = withHost(url);
  return urlOf(text, base)?.href ?? text;
}

const filenameOf = (url: string): string => uploadFilenameOf(withHost(url));
