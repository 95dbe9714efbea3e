import { rmSync } from 'node:fs';
import { type SluiceOptions } from '../types/options.d.js';
import { type Environment } from './options/environment.js';
import { findRelease, type FoundRelease } from './options/findRelease.js';
import { findTarget } from './options/findTarget.js';
import { isProductionRun } from './options/isProductionRun.js';
import { unknownOptions } from './options/unknownOptions.js';
import { type EmittedOutput } from './output/emittedOutput.js';
import { canThrow, isCode, matchMaps, orphanMaps, withCopies, type MatchedMap } from './output/matchMaps.js';
import { removeMaps } from './output/removeMaps.js';
import { createUploadBudget } from './output/uploadBudget.js';
import { filesToUpload, uploadOutput } from './output/uploadOutput.js';
import { createReporter, type Reporter } from './reporter.js';

/** Inputs of a plugin from its process. */
export interface ProcessInputs {
  readonly environment: Environment;
  /** Working directory of the build. */
  readonly directory: string;
  /** Prints a line for the user. */
  readonly write: (text: string) => void;
}

/** The state of one plugin instance, independent of the bundler and number of outputs. */
export interface Session {
  readonly report: Reporter;
  /** Whether emitted files get debug ids, where the bundler allows it. */
  readonly hasDebugIds: boolean;
  /** Whether the plugin is active. @param isDevelopment whether the bundler serves or watches */
  isActive(isDevelopment: boolean): boolean;
  /** Expression for `__SLUICE_RELEASE__`: the release if the plugin is active, otherwise `undefined`. */
  releaseExpression(isActive: boolean): string;
  /** Uploads the maps of a written output and removes them. Rejects only with the option `strict`. */
  finish(output: EmittedOutput): Promise<void>;
  /** Removes the maps of an output that is on disk without uploading them, and warns. For the exit of the process: synchronous. */
  abandon(output: EmittedOutput): void;
}

/** Creates a session. Options are validated on first use, except for their names. */
export function createSession(options: SluiceOptions, { environment, directory, write }: ProcessInputs): Session {
  const report = createReporter(options, write);
  const unknown = unknownOptions(options);
  if (unknown !== undefined) report.warn(unknown);
  // Maps of servers, which some tools build first, do not use up the time of those for browsers.
  const budgets = { browser: createUploadBudget(), server: createUploadBudget() };
  let found: { readonly release: FoundRelease | undefined } | undefined;
  const release = (): FoundRelease | undefined => {
    found ??= { release: findRelease(options.release, environment, directory) };
    return found.release;
  };

  /** Returns the problems. */
  const upload = async (maps: readonly MatchedMap[], given: EmittedOutput): Promise<readonly string[]> => {
    const isServer = options.platform === undefined ? given.isServer : options.platform === 'node';
    const output = { ...given, isServer };
    if (isServer && options.ssr === false) return [];
    if (!maps.some(({ file }) => canThrow(file))) return explainNoMaps(output);
    const { target, problems = [] } = findTarget(options, environment);
    const version = release();
    if (target === undefined || (version === undefined && !output.hasDebugIds)) {
      const missing = [
        ...problems,
        ...(version === undefined ? ['no release (option release, or SLUICE_RELEASE)'] : []),
      ];
      return [`${NOTHING}: ${missing.join(', ')}`];
    }
    const named = version === undefined ? 'no release' : `release ${version.release} (from ${version.origin})`;
    report.debug(`${named}, ${maps.length} source maps found`);
    const files = filesToUpload(maps, output, { ...options, startedIn: directory });
    const limitMs = timeoutMs(options);
    return budgets[isServer ? 'server' : 'browser'].during(limitMs, (time) =>
      uploadOutput({ target, release: version?.release, files }, time, report),
    );
  };

  return {
    report,
    hasDebugIds: options.debugIds ?? true,
    isActive: (isDevelopment) => options.enabled ?? (!isDevelopment && isProductionRun(environment)),
    releaseExpression(isActive) {
      const known = isActive ? release() : undefined;
      return known === undefined ? 'undefined' : JSON.stringify(known.release);
    },
    async finish(output) {
      const maps = matchMaps(output.files);
      // Maps are removed from the output even if options are invalid.
      const problems = [...(await upload(maps, output).catch((error: unknown) => [`${NOTHING}: ${String(error)}`]))];
      if (options.deleteAfterUpload ?? true) {
        problems.push(...(await removeMaps(output.storage, emittedMaps(output))));
      }
      if (options.strict === true && problems.length > 0) throw new Error(`sluice: ${problems.join('\n')}`);
      problems.forEach((problem) => report.warn(problem));
    },
    abandon(output) {
      report.warn(
        `${NOTHING} of ${output.directory}: they wait for the build for browsers, which failed or lacks the plugin`,
      );
      if (options.deleteAfterUpload === false) return;
      for (const name of emittedMaps(output)) rmSync(output.storage.pathOf(name), { force: true });
    },
  };
}

/** All maps of an output, and their compressed copies. */
const emittedMaps = ({ files }: EmittedOutput): readonly string[] =>
  withCopies([...matchMaps(files).map(({ map }) => map), ...orphanMaps(files)]);

const NOTHING = 'no source maps were uploaded';

/** Node fires longer timers immediately. */
const MAX_TIMER_MS = 2_147_483_647;

function timeoutMs({ timeoutSeconds }: SluiceOptions): number | undefined {
  if (timeoutSeconds === undefined) return undefined;
  if (typeof timeoutSeconds === 'number' && timeoutSeconds > 0) return Math.min(timeoutSeconds * 1_000, MAX_TIMER_MS);
  throw new TypeError(`timeoutSeconds is ${String(timeoutSeconds)}; it must be a number greater than 0`);
}

const explainNoMaps = ({ files, mapsOption }: EmittedOutput): readonly string[] =>
  files.some(({ name }) => isCode(name)) ? [`${NOTHING}: the build emitted none (is ${mapsOption} false?)`] : [];
