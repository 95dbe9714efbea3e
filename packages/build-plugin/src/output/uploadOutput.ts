import { posix } from 'node:path';
import {
  debugIdInCode,
  debugIdInMap,
  frameNames,
  uploadMaps,
  type MapFile,
  type UploadResult,
  type UploadTarget,
} from '@sluice/uploader';
import { type SluiceOptions } from '../../types/options.d.js';
import { type Reporter } from '../reporter.js';
import { nameMap } from '../debugIds/nameMap.js';
import { type EmittedOutput, type OutputStorage } from './emittedOutput.js';
import { describeFailures } from './describeFailures.js';
import { globMatcher } from './globMatcher.js';
import { canThrow, type MatchedMap } from './matchMaps.js';
import { outputPrefix, type PrefixOptions, type PrefixOutput } from './outputPrefix.js';
import { type UploadTime } from './uploadTime.js';

/** Concurrent uploads. */
const CONCURRENCY = 6;

/** Returns the maps of an output to upload, each under its path in stack traces. */
export function filesToUpload(
  maps: readonly MatchedMap[],
  { storage, hasDebugIds, ...output }: Pick<EmittedOutput, 'storage' | 'hasDebugIds'> & PrefixOutput,
  { include, ignore, ...options }: PrefixOptions & Pick<SluiceOptions, 'include' | 'ignore'>,
): readonly MapFile[] {
  const prefix = outputPrefix(output, options);
  const [isIncluded, isIgnored] = [globMatcher(include ?? ['**']), globMatcher(ignore ?? [])];
  const chosen = maps
    .filter(({ file, map }) => canThrow(file) && (isIncluded(file) || isIncluded(map)))
    .filter(({ file, map }) => !isIgnored(file) && !isIgnored(map));
  const files = chosen.map(({ file }) => file.replace(/\?.*$/, ''));
  // Nitro file names may contain two slashes, which Node frames do not.
  const paths = output.isServer ? files.map((file) => posix.normalize(file)) : files;
  // Next writes server files beside the output directory.
  const isBeside = paths.some((path) => path.startsWith('../'));
  const names = isBeside ? frameNames(paths.map((path) => posix.join(prefix, path))) : frameNames(paths, prefix);
  return chosen.flatMap((one, index) =>
    (names[index] ?? []).map((filename) => ({
      filename,
      origin: storage.pathOf(one.map),
      read: () => (hasDebugIds ? readNamed(storage, one) : storage.read(one.map)),
    })),
  );
}

/** Reads a map. Vite makes some maps again, and before version 6 without the debug id, which is also in the file. */
async function readNamed(storage: OutputStorage, { file, map }: MatchedMap): Promise<Uint8Array> {
  const bytes = await storage.read(map);
  if (debugIdInMap(bytes) !== undefined) return bytes;
  const debugId = debugIdInCode(Buffer.from(await storage.read(file)).toString());
  return debugId === undefined ? bytes : Buffer.from(nameMap(Buffer.from(bytes).toString(), debugId));
}

/** An upload and its target. */
export interface OutputUpload {
  readonly target: UploadTarget;
  /** `undefined` if the maps are found by their debug ids. */
  readonly release: string | undefined;
  readonly files: readonly MapFile[];
}

const PROGRESS_MS = 5_000;

/**
 * Uploads maps, reports progress and results, and returns one sentence per reason why maps were not stored. Resolves within the
 * remaining time and never rejects.
 */
export async function uploadOutput(
  { target, release, files }: OutputUpload,
  { limitMs: startMs, leftMs, extend, progressMs = PROGRESS_MS }: UploadTime,
  report: Reporter,
): Promise<readonly string[]> {
  if (files.length === 0) return [];
  let done = 0;
  let limitMs = startMs;
  const startedAt = performance.now();
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    const limit = `${Math.round(limitMs / 100) / 10} s at most for the whole build`;
    report.info(`uploading source maps to ${target.url}: ${done} of ${files.length} after ${seconds} s (${limit})`);
  }, progressMs);
  const results = await uploadMaps(target, release, files, {
    concurrency: CONCURRENCY,
    totalTimeoutMs: leftMs,
    extensionMs: (bytes) => {
      const extensionMs = extend?.(bytes) ?? 0;
      limitMs += extensionMs;
      return extensionMs;
    },
    onWait: (line) => report.info(line),
    onResult: () => (done += 1),
  });
  clearInterval(progress);
  for (const { file, outcome, problems } of results) {
    report.debug(`${file.origin} as ${file.filename}: ${outcome}`);
    for (const problem of problems) report.warn(`${file.filename}: ${problem}`);
  }
  report.info(summaryOf(results, release));
  return describeFailures(results, { limitMs, leftMs: leftMs + limitMs - startMs, extend });
}

function summaryOf(results: readonly UploadResult[], release: string | undefined): string {
  const counts = (['uploaded', 'replaced', 'unchanged', 'unknown', 'failed'] as const)
    .map((outcome) => ({ outcome, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  const which = release === undefined ? 'without a release' : `of release ${release}`;
  return `source maps ${which}: ${counts.map(({ outcome, count }) => `${count} ${outcome}`).join(', ')}`;
}
