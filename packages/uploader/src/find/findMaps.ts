import { lstat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { findDebugId } from '../debugIds.js';
import type { MapFile } from '../mapFile.js';
import { listFiles, type ListedFiles } from './listFiles.js';
import { matchMap, type Match } from './matchMap.js';
import { isGenerated, readMapFile } from './readMapFile.js';
import type { FindOptions } from './findOptions.js';
import { findReference } from './findReference.js';
import { frameNames } from './frameNames.js';
import { readInlineMap } from './inlineMap.js';

/** A map without a file, or a file whose map is missing. */
export interface UnmatchedPath {
  readonly path: string;
  /** The reason, without a period. */
  readonly reason: string;
}

/** Maps found in a build, sorted by filename and path. */
export interface FoundMaps {
  readonly files: readonly MapFile[];
  readonly unmatched: readonly UnmatchedPath[];
  /** Maps excluded by `include` or `ignore`. */
  readonly leftOut: number;
}

/** Files read concurrently. */
const READS = 16;

/**
 * Finds the source maps of a build directory by their references (`sourceMappingURL`, also inline), otherwise by name (`app.js`,
 * `app.js.map`). Only the ends of files are read. Symbolic links in it are not followed.
 * @throws UploadError if the directory cannot be read
 */
export async function findMaps(directory: string, options: FindOptions = {}): Promise<FoundMaps> {
  const listed = await listFiles(directory, options);
  const generated = listed.chosen.filter(isGenerated);
  const names = frameNames(generated, options.urlPrefix);
  const files = generated.map((file, index) => ({ file, names: names[index] ?? [] }));
  const matches = await pLimit(READS).map(files, (file) => match(listed, file, options.urlPrefix));
  const claimed = new Set(matches.flatMap(({ map }) => (map === undefined ? [] : [map])));
  const orphans = listed.chosen.filter((file) => file.endsWith('.map') && !claimed.has(file));
  const chosen = new Set(listed.chosen);
  const reasons = await pLimit(READS).map(orphans, (file) => orphanReason(listed.root, chosen, file));
  const shown = (file: string): string => path.join(directory, file);
  return {
    files: matches.flatMap(({ names, origin, read, debugId }) =>
      read === undefined
        ? []
        : names.map((filename) => ({ filename, origin: shown(origin), read, ...(debugId && { debugId }) })),
    ),
    unmatched: [
      ...matches.flatMap(({ origin, reason }) => (reason === undefined ? [] : [{ path: shown(origin), reason }])),
      ...orphans.map((file, index) => ({ path: shown(file), reason: reasons[index] ?? '' })),
    ].sort((one, other) => (one.path < other.path ? -1 : 1)),
    leftOut: listed.leftOut,
  };
}

interface Matched {
  readonly names: readonly string[];
  /** Path of the map or of the generated file, relative to the directory. */
  readonly origin: string;
  readonly map?: string;
  readonly read?: MapFile['read'];
  readonly debugId?: MapFile['debugId'];
  readonly reason?: string | undefined;
}

async function match(
  listed: ListedFiles,
  { file, names }: Pick<Matched, 'names'> & { readonly file: string },
  urlPrefix: string | undefined,
): Promise<Matched> {
  const absolute = path.join(listed.root, file);
  const reference = await findReference(absolute).catch((error: unknown) => error as Error);
  if (reference instanceof Error) return { names, origin: file, reason: `it cannot be read: ${reference.message}` };
  const debugId = await findDebugId(absolute).catch(() => undefined);
  if (reference?.kind === 'inline') {
    return { names, origin: file, debugId, read: () => readInlineMap(absolute, reference) };
  }
  const found: Match = await matchMap(listed, file, { reference: reference?.url, urlPrefix });
  if (found.map === undefined) return { names, origin: file, reason: found.reason };
  const mapPath = path.join(listed.root, found.map);
  return { names, origin: found.map, map: found.map, debugId, read: () => readMapFile(mapPath) };
}

/** Why a map has no file. */
async function orphanReason(root: string, chosen: ReadonlySet<string>, file: string): Promise<string> {
  if (/\.d\.[cm]?ts\.map$/.test(file)) return 'it belongs to type declarations, which never run';
  const owner = file.replace(/\.map$/, '');
  const beside = `${path.posix.basename(owner)} beside it`;
  const isThere = await lstat(path.join(root, owner)).then(
    () => true,
    () => false,
  );
  if (!isThere) return `no file refers to it, and ${beside} does not exist`;
  if (!chosen.has(owner)) return `no file refers to it, and ${beside} is excluded or a symbolic link`;
  return isGenerated(owner) ? `${beside} has another map` : `${beside} is neither a script nor a style sheet`;
}
