import { rm } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { findReference } from '../find/findReference.js';
import type { ListedFiles } from '../find/listFiles.js';
import { matchMap, referencedNames } from '../find/matchMap.js';
import { isGenerated } from '../find/readMapFile.js';
import { copiedName, isRewritable, isZstd, rewriteCopy, withContents } from './compressedCopy.js';
import { isSourceMap, readSourceMap } from './isSourceMap.js';
import { removeComments } from './removeComments.js';

/** Changed compressed copies (`.gz`, `.br`, `.zst`): relative paths. */
export interface CleanedCopies {
  readonly maps: readonly string[];
  readonly comments: readonly string[];
  /** Copies of changed files that this Node cannot compress again; servers send the file itself instead. */
  readonly outdated: readonly string[];
  readonly kept: readonly { readonly file: string; readonly reason: string }[];
}

/** What is known when copies are cleaned. */
export interface CopyContext {
  readonly listed: ListedFiles;
  /** Maps that were removed. */
  readonly maps: ReadonlySet<string>;
  /** Files whose comment was removed. */
  readonly comments: ReadonlySet<string>;
  /** Paths that comments of files without a map may mean. */
  readonly references: ReadonlySet<string>;
  /** Whether a page loads a file with an integrity hash. */
  readonly isBound: (absolute: string) => Promise<boolean>;
  readonly isDryRun: boolean;
  readonly signal: AbortSignal | undefined;
}

type Cleaned = { readonly [Kind in keyof CleanedCopies]?: CleanedCopies[Kind] } & {
  /** Paths that the comment of a copy may mean. */
  readonly references?: readonly string[];
};

/** A compressed copy, and the name of the file that it is a copy of. */
interface Copy {
  readonly file: string;
  readonly name: string;
}

/** Copies processed concurrently; each may take a core. */
const PARALLEL = 4;

/**
 * Removes compressed copies of source maps, and compresses copies of scripts and style sheets again without their comment.
 * A copy follows the file that it is a copy of. One whose file does not exist is judged by what it contains.
 */
export async function cleanCopies(given: CopyContext): Promise<CleanedCopies> {
  const copies = given.listed.chosen.flatMap((file): Copy[] => {
    const name = copiedName(file);
    return name === undefined ? [] : [{ file, name }];
  });
  const all = new Set([...given.listed.all, ...copies.map(({ name }) => name)]);
  const context = { ...given, listed: { ...given.listed, all } };
  const scripts = copies.filter(({ name }) => isGenerated(name));
  const isLone = ({ name }: Copy): boolean => !given.listed.all.has(name);
  const run = (chosen: readonly Copy[], clean: (copy: Copy) => Promise<Cleaned>): Promise<readonly Cleaned[]> =>
    pLimit(PARALLEL).map(chosen, (copy) => (given.signal?.aborted === true ? Promise.resolve({}) : clean(copy)));
  const ofScripts = await run(scripts, (copy) => (isLone(copy) ? loneScript(context, copy) : script(context, copy)));
  const removedMaps = new Set([...given.maps, ...ofScripts.flatMap(({ maps = [] }) => maps)]);
  const references = new Set([...given.references, ...ofScripts.flatMap((one) => one.references ?? [])]);
  const maps = copies.filter(({ name }) => removedMaps.has(name) || references.has(name) || name.endsWith('.map'));
  const ofMaps = await run(maps, async (copy) => {
    if (removedMaps.has(copy.name)) return removed(context, copy.file);
    return isLone(copy) ? loneMap({ ...context, references }, copy) : {};
  });
  const cleaned = [...ofScripts, ...ofMaps];
  return {
    maps: [...new Set(cleaned.flatMap((one) => one.maps ?? []))],
    comments: cleaned.flatMap(({ comments = [] }) => comments),
    outdated: cleaned.flatMap(({ outdated = [] }) => outdated),
    kept: cleaned.flatMap(({ kept = [] }) => kept),
  };
}

async function removed({ listed, isDryRun }: CopyContext, file: string): Promise<Cleaned> {
  // In a dry run, and of a map that exists only as a copy, there is nothing to remove.
  if (!isDryRun) await rm(path.join(listed.root, file), { force: true });
  return { maps: [file] };
}

async function rewritten({ listed, isDryRun }: CopyContext, file: string, contents: string): Promise<Cleaned> {
  const copy = path.join(listed.root, file);
  if (!isRewritable(file)) {
    if (!isDryRun) await rm(copy);
    return { outdated: [file] };
  }
  if (!isDryRun) await rewriteCopy(copy, contents);
  return { comments: [file] };
}

/** A copy of a script that exists: compressed again if the script has no comment any more. */
async function script(context: CopyContext, { file, name }: Copy): Promise<Cleaned> {
  const original = path.join(context.listed.root, name);
  if (context.comments.has(name)) return rewritten(context, file, original);
  if (!isRewritable(file) || (await findReference(original)) !== undefined) return {};
  const reference = await withContents(path.join(context.listed.root, file), findReference).catch(() => undefined);
  if (reference === undefined) return {};
  const references = reference.kind === 'url' ? referencedNames(name, reference.url) : [];
  return { references, ...(await rewritten(context, file, original)) };
}

/** A script that exists only as a copy, and its map. */
async function loneScript(context: CopyContext, { file, name }: Copy): Promise<Cleaned> {
  if (!isRewritable(file)) return { kept: [{ file, reason: NEEDS_ZSTD }] };
  const clean = async (contents: string): Promise<Cleaned> => {
    const reference = await findReference(contents);
    const named = { reference: reference?.kind === 'url' ? reference.url : undefined, urlPrefix: undefined };
    const { map, reason } =
      reference?.kind === 'inline' ? { reason: undefined } : await matchMap(context.listed, name, named);
    const maps = map === undefined ? {} : { references: [map], ...(await mapOf(context, map)) };
    if (reference === undefined) return maps;
    if (reason !== undefined) return { kept: [{ file, reason }] };
    if (await context.isBound(contents)) return { ...maps, kept: [{ file, reason: BOUND }] };
    // The temporary file may be changed in a dry run, too.
    if (!(await removeComments(contents, false))) return { ...maps, kept: [{ file, reason: CODE_FOLLOWS }] };
    return { ...maps, ...(await rewritten(context, file, contents)) };
  };
  return withContents(path.join(context.listed.root, file), clean).catch((error: unknown) => ({
    kept: [{ file, reason: `it cannot be decompressed: ${error instanceof Error ? error.message : String(error)}` }],
  }));
}

/** The map of a script that exists only as a copy. A map that is a copy itself is a {@link loneMap}. */
const mapOf = async (context: CopyContext, map: string): Promise<Cleaned> =>
  (await isSourceMap(path.join(context.listed.root, map))) ? removed(context, map) : {};

/**
 * A map that exists only as a copy, and whose script exists, possibly only as a copy too: a comment refers to the map, or it has the
 * name of the script, or it names the script itself.
 */
async function loneMap(context: CopyContext, { file, name }: Copy): Promise<Cleaned> {
  const script = name.slice(0, -'.map'.length);
  const isScript = (one: string): boolean => isGenerated(one) && context.listed.all.has(one);
  const isNamed = context.references.has(name) || isScript(script);
  const copy = path.join(context.listed.root, file);
  if (!isNamed) {
    const map = isRewritable(file) ? await withContents(copy, readSourceMap).catch(() => undefined) : undefined;
    return typeof map?.file === 'string' && referencedNames(name, map.file).some(isScript)
      ? removed(context, file)
      : {};
  }
  const isMap = isRewritable(file) ? withContents(copy, isSourceMap) : isZstd(copy);
  return (await isMap.catch(() => false)) ? removed(context, file) : { kept: [{ file, reason: NO_MAP }] };
}

/** Why a file is not changed. */
export const NO_MAP = 'it is not a source map';
export const BOUND = 'a page loads it with an integrity hash and would reject a changed file';
export const CODE_FOLLOWS = 'code follows its comment, which may be part of a string';
const NEEDS_ZSTD = 'reading Zstandard needs Node 22.15 or later';
