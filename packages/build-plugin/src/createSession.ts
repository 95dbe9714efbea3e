import { type SluiceOptions } from '../types/options.js';
import { type Environment } from './options/environment.js';
import { findRelease, type FoundRelease } from './options/findRelease.js';
import { findTarget } from './options/findTarget.js';
import { isProductionRun } from './options/isProductionRun.js';
import { unknownOptions } from './options/unknownOptions.js';
import { type EmittedOutput } from './output/emittedOutput.js';
import { canThrow, isCode, matchMaps, orphanMaps, type MatchedMap } from './output/matchMaps.js';
import { removeMaps } from './output/removeMaps.js';
import { createStopwatch } from './output/stopwatch.js';
import { filesToUpload, uploadOutput } from './output/uploadOutput.js';
import { createReporter, type Reporter } from './reporter.js';

/** What a plugin reads of the process it runs in. */
export interface Surroundings {
  readonly environment: Environment;
  /** Where the build was started. */
  readonly directory: string;
  /** Takes lines for the person who builds. */
  readonly write: (text: string) => void;
}

/** The work of one plugin, whatever the bundler and however many outputs. */
export interface Session {
  readonly report: Reporter;
  /** Whether the plugin acts. @param isDevelopment what the bundler says: it serves or watches */
  isActive(isDevelopment: boolean): boolean;
  /** `__SLUICE_RELEASE__` as an expression: the release of a build where the plugin acts, else `undefined`. */
  releaseExpression(isActive: boolean): string;
  /** Uploads the maps of an output that is written, and removes them. Rejects only where the option `strict` is set. */
  finish(output: EmittedOutput): Promise<void>;
}

/** Makes a session; nothing but the names of the options is looked at before it is asked for. */
export function createSession(options: SluiceOptions, { environment, directory, write }: Surroundings): Session {
  const report = createReporter(options, write);
  const unknown = unknownOptions(options);
  if (unknown !== undefined) report.warn(unknown);
  const stopwatch = createStopwatch();
  let found: { readonly release: FoundRelease | undefined } | undefined;
  const release = (): FoundRelease | undefined => {
    found ??= { release: findRelease(options.release, environment, directory) };
    return found.release;
  };

  /** Answers what went wrong. */
  const upload = async (maps: readonly MatchedMap[], given: EmittedOutput): Promise<readonly string[]> => {
    const isServer = options.platform === undefined ? given.isServer : options.platform === 'node';
    const output = { ...given, isServer };
    if (isServer && options.ssr === false) return [];
    if (!maps.some(({ file }) => canThrow(file))) return explainNoMaps(output);
    const { target, problems = [] } = findTarget(options, environment);
    const version = release();
    if (target === undefined || version === undefined) {
      const missing = [
        ...problems,
        ...(version === undefined ? ['there is no release (option release, or SLUICE_RELEASE)'] : []),
      ];
      return [`${NOTHING}: ${missing.join(', ')}`];
    }
    report.debug(`release ${version.release} (from ${version.origin}), ${maps.length} source maps found`);
    const files = filesToUpload(maps, output, { ...options, startedIn: directory });
    const limitMs = timeoutMs(options);
    return stopwatch.during((spentMs) => {
      const time = { limitMs, leftMs: Math.max(0, limitMs - spentMs) };
      return uploadOutput({ target, release: version.release, files }, time, report);
    });
  };

  return {
    report,
    isActive: (isDevelopment) => options.enabled ?? (!isDevelopment && isProductionRun(environment)),
    releaseExpression(isActive) {
      const known = isActive ? release() : undefined;
      return known === undefined ? 'undefined' : JSON.stringify(known.release);
    },
    async finish(output) {
      const maps = matchMaps(output.files);
      // Options that are not what their types say must not keep maps in an output either.
      const problems = [...(await upload(maps, output).catch((error: unknown) => [`${NOTHING}: ${String(error)}`]))];
      if (options.deleteAfterUpload ?? true) {
        const names = [...maps.map(({ map }) => map), ...orphanMaps(output.files)];
        problems.push(...(await removeMaps(output.storage, names)));
      }
      if (options.strict === true && problems.length > 0) throw new Error(`sluice: ${problems.join('\n')}`);
      problems.forEach((problem) => report.warn(problem));
    },
  };
}

const NOTHING = 'no source maps are uploaded';

const DEFAULT_TIMEOUT_SECONDS = 60;

/** Longer timers of Node fire at once. */
const MAX_TIMER_MS = 2_147_483_647;

function timeoutMs({ timeoutSeconds = DEFAULT_TIMEOUT_SECONDS }: SluiceOptions): number {
  if (typeof timeoutSeconds === 'number' && timeoutSeconds > 0) return Math.min(timeoutSeconds * 1_000, MAX_TIMER_MS);
  throw new TypeError(`timeoutSeconds is ${String(timeoutSeconds)}: it must be a number above 0`);
}

const explainNoMaps = ({ files, mapsOption }: EmittedOutput): readonly string[] =>
  files.some(({ name }) => isCode(name)) ? [`${NOTHING}: the build emits none (is ${mapsOption} false?)`] : [];
