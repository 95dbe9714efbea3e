import { urlOf } from '@sluice/runtime';
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
 * Returns the source maps of a bundle. A minified file uses a map if it has the same debug id, or if its header
 * `sourcemap`, relative to its own URL, is the URL of the map. A map that no file uses belongs to the file of its own
 * name without `.map`.
 */
export function bundledMaps(files: readonly BundledFile[]): readonly BundledMap[] {
  const users = minifiedByMap(files);
  return files
    .filter(({ type }) => type === 'source_map')
    .map((map) => {
      const own = debugIdOf(map);
      const minified = [
        ...new Set([...(users.get(absolute(map.url)) ?? []), ...(own === null ? [] : (users.get(own) ?? []))]),
      ];
      const urls = minified.length > 0 ? minified.map(({ url }) => url) : [map.url.replace(/\.map(?=$|[?#])/, '')];
      return {
        entry: map.entry,
        filenames: [...new Set(urls.map(filenameOf))],
        debugId: own ?? minified.map(debugIdOf).find((id) => id !== null) ?? null,
      };
    });
}

/** Returns the minified files by the URL of their map, and by their debug id. */
function minifiedByMap(files: readonly BundledFile[]): ReadonlyMap<string, readonly BundledFile[]> {
  const users = new Map<string, BundledFile[]>();
  for (const file of files) {
    if (file.type !== 'minified_source') continue;
    const reference = file.headers.get('sourcemap');
    const keys = [reference === undefined ? null : absolute(reference, absolute(file.url)), debugIdOf(file)];
    for (const key of keys) {
      if (key === null) continue;
      const known = users.get(key);
      if (known === undefined) users.set(key, [file]);
      else known.push(file);
    }
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

/** Returns an absolute URL; the text itself if it is none. */
function absolute(url: string, base = ANY_HOST): string {
  const text = withHost(url);
  return urlOf(text, base)?.href ?? text;
}

const filenameOf = (url: string): string => uploadFilenameOf(withHost(url));
