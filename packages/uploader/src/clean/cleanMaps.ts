import { rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { findReference } from '../find/findReference.js';
import type { FindOptions } from '../find/findOptions.js';
import type { UnmatchedPath } from '../find/findMaps.js';
import { listFiles, type ListedFiles } from '../find/listFiles.js';
import { matchMap, referencedNames } from '../find/matchMap.js';
import { isGenerated } from '../find/readMapFile.js';
import { BOUND, cleanCopies, CODE_FOLLOWS, NO_MAP } from './cleanCopies.js';
import { integrityHashes } from './integrityHashes.js';
import { isSourceMap } from './isSourceMap.js';
import { removeComments } from './removeComments.js';

/** Files removed from a build directory, or that would be removed; sorted paths. */
export interface CleanedMaps {
  /** Removed maps. */
  readonly maps: readonly string[];
  /** Files whose comment was removed. */
  readonly comments: readonly string[];
  /** Removed compressed copies of these files that this Node cannot compress again (Zstandard before Node 22.15). */
  readonly outdatedCopies: readonly string[];
  /** Files that end in `.map` or refer to a map and were not changed, with the reason. */
  readonly kept: readonly UnmatchedPath[];
}

export interface CleanOptions extends Pick<FindOptions, 'include' | 'ignore'> {
  /** Only lists what would be removed. */
  readonly isDryRun?: boolean;
  /** Stops between two files; the others stay unchanged. */
  readonly signal?: AbortSignal;
}

/** Files processed concurrently. */
const PARALLEL = 16;

/**
 * Removes the source maps of a build directory and the comments that refer to or contain them. A map is removed only if it is a
 * source map and a script or style sheet refers to it or has its name (`app.js`, `app.js.map`). A file that a page loads with an
 * integrity hash is not changed. Compressed copies (`.gz`, `.br`, `.zst`) follow their files; those of a map without its file also go if
 * the map itself names such a script.
 * @throws UploadError if the directory cannot be read, or the file system's error if a file cannot be removed
 */
export async function cleanMaps(directory: string, options: CleanOptions = {}): Promise<CleanedMaps> {
  const { isDryRun = false, signal } = options;
  const listed = await listFiles(directory, options);
  const generated = listed.chosen.filter(isGenerated);
  const found = await pLimit(PARALLEL).map(generated, (file) => inspect(listed, file));
  const isBound = await integrityHashes(listed.root, [...listed.all]);
  const [comments, kept]: [string[], Kept[]] = [[], found.flatMap((one) => one.kept ?? [])];
  await pLimit(PARALLEL).map(found, async ({ file, hasComment }) => {
    const absolute = path.join(listed.root, file);
    if (!hasComment || signal?.aborted === true) return;
    if (await isBound(absolute)) kept.push({ file, reason: BOUND });
    else if (await removeComments(absolute, isDryRun)) comments.push(file);
    else kept.push({ file, reason: CODE_FOLLOWS });
  });
  const maps = [...new Set(found.flatMap(({ map }) => map ?? []))].sort();
  const removed = await pLimit(PARALLEL).map(maps, async (map) => {
    if (signal?.aborted === true) return [];
    if (!isDryRun) await rm(path.join(listed.root, map));
    return [map];
  });
  const orphans = listed.chosen.filter((file) => file.endsWith('.map') && !maps.includes(file));
  const named = new Set(kept.map(({ file }) => file));
  kept.push(...orphans.filter((file) => !named.has(file)).map((file) => ({ file, reason: UNREFERENCED })));
  const copies = await cleanCopies({
    listed,
    maps: new Set(maps),
    comments: new Set(comments),
    references: new Set(found.flatMap(({ references = [] }) => references)),
    isBound,
    isDryRun,
    signal,
  });
  const isRemoved = new Set(copies.maps);
  const shown = (file: string): string => path.join(directory, file);
  return {
    maps: [...removed.flat(), ...copies.maps].sort().map(shown),
    comments: [...comments, ...copies.comments].sort().map(shown),
    outdatedCopies: copies.outdated.map(shown),
    kept: [...kept.filter(({ file }) => !isRemoved.has(file)), ...copies.kept]
      .map(({ file, reason }) => ({ path: shown(file), reason }))
      .sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
}

const UNREFERENCED = 'no script or style sheet in this directory refers to it';

interface Kept {
  readonly file: string;
  readonly reason: string;
}

interface InspectedFile {
  readonly file: string;
  readonly map?: string;
  /** Paths that its comment may mean. */
  readonly references?: readonly string[];
  readonly hasComment: boolean;
  readonly kept?: readonly Kept[];
}

async function inspect(listed: ListedFiles, file: string): Promise<InspectedFile> {
  const reference = await findReference(path.join(listed.root, file));
  if (reference?.kind === 'inline') return { file, hasComment: true };
  const { map, reason } = await matchMap(listed, file, { reference: reference?.url, urlPrefix: undefined });
  if (map === undefined) {
    const references = reference === undefined ? [] : referencedNames(file, reference.url);
    return { file, references, hasComment: false, kept: reason === undefined ? [] : [{ file, reason }] };
  }
  if (await isSourceMap(path.join(listed.root, map))) return { file, map, hasComment: reference !== undefined };
  return { file, hasComment: false, kept: [{ file: map, reason: NO_MAP }] };
}
