import { frameNames, uploadMaps, type MapFile, type UploadResult, type UploadTarget } from '@sluice/uploader';
import { type SluiceOptions } from '../../types/options.js';
import { type Reporter } from '../reporter.js';
import { type EmittedOutput } from './emittedOutput.js';
import { globMatcher } from './globMatcher.js';
import { canThrow, type MatchedMap } from './matchMaps.js';
import { pathPrefix } from './pathPrefix.js';

/** Maps on their way at a time. */
const CONCURRENCY = 6;

type NameOptions = Pick<SluiceOptions, 'urlPrefix' | 'include' | 'ignore'>;

/** The maps of an output that are to be uploaded, each under the path that stack traces will have. */
export function filesToUpload(
  maps: readonly MatchedMap[],
  { storage, publicPath, isServer }: Pick<EmittedOutput, 'storage' | 'publicPath' | 'isServer'>,
  { urlPrefix, include, ignore }: NameOptions,
): readonly MapFile[] {
  // A server's frames have paths of files: what stands before them in a page's addresses says nothing.
  const prefix = pathPrefix(urlPrefix ?? (isServer ? '' : (publicPath ?? '')));
  const [isIncluded, isIgnored] = [globMatcher(include ?? ['**']), globMatcher(ignore ?? [])];
  const chosen = maps
    .filter(({ file, map }) => canThrow(file) && (isIncluded(file) || isIncluded(map)))
    .filter(({ file, map }) => !isIgnored(file) && !isIgnored(map));
  const names = frameNames(
    chosen.map(({ file }) => file.replace(/\?.*$/, '')),
    prefix,
  );
  return chosen.flatMap(({ map }, index) =>
    (names[index] ?? []).map((filename) => ({
      filename,
      origin: storage.pathOf(map),
      read: () => storage.read(map),
    })),
  );
}

/** Uploads maps, says what became of them, and answers a sentence for each that failed. Never rejects. */
export async function uploadOutput(
  target: UploadTarget,
  release: string,
  files: readonly MapFile[],
  report: Reporter,
): Promise<readonly string[]> {
  const results = await uploadMaps(target, release, files, {
    concurrency: CONCURRENCY,
    onWait: (line) => report.info(line),
  });
  for (const { file, outcome, problems } of results) {
    report.debug(`${file.origin} as ${file.filename}: ${outcome}`);
    for (const problem of problems) report.warn(`${file.filename}: ${problem}`);
  }
  const failures = results.flatMap(({ file, error }) =>
    error === undefined ? [] : [`the source map of ${file.filename} was not uploaded: ${error.message}`],
  );
  if (files.length > 0) report.info(summaryOf(results, release));
  return failures;
}

function summaryOf(results: readonly UploadResult[], release: string): string {
  const counts = (['uploaded', 'replaced', 'unchanged', 'failed'] as const)
    .map((outcome) => ({ outcome, count: results.filter((result) => result.outcome === outcome).length }))
    .filter(({ count }) => count > 0);
  return `source maps of release ${release}: ${counts.map(({ outcome, count }) => `${count} ${outcome}`).join(', ')}`;
}
