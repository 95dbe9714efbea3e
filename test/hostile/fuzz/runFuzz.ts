import * as fc from 'fast-check';
import { type WatchedSystem, type ProbeReport } from '../support/watchedSystem.js';
import { prepareFuzzGround } from './fuzzGround.js';
import { fuzzTargets, type FuzzTarget } from './targets.js';

export interface FuzzOptions {
  /** Inputs over all targets. */
  readonly runs: number;
  readonly seed: number;
  /** Told now and then how many inputs were tried. */
  readonly onProgress?: (tried: number) => void;
  /** Ends the run early, with what it found so far. */
  readonly signal?: AbortSignal;
}

/** What a run found. */
export interface FuzzResult extends ProbeReport {
  readonly seed: number;
  readonly tried: number;
  /** Of each target that failed: its name, the shrunk input, seed and path. */
  readonly failures: readonly string[];
}

const STEP = 50;
const LONGEST_REPORT = 6_000;

/**
 * Runs of one target in steps, each with a seed that follows from the run's: a long run keeps nothing of what it tried.
 * The first failure ends it.
 */
async function tryTarget(
  { name, share, lanes, property }: FuzzTarget,
  options: FuzzOptions,
): Promise<string | undefined> {
  const { runs, seed, onProgress, signal } = options;
  const wanted = Math.ceil(runs * share);
  let begun = 0;
  let failure: string | undefined;
  const lane = async (): Promise<void> => {
    while (begun < wanted && failure === undefined && signal?.aborted !== true) {
      const numRuns = Math.min(STEP, wanted - begun);
      const stepSeed = (seed + begun * 7_919) | 0;
      begun += numRuns;
      const details = await fc.check(property, { numRuns, seed: stepSeed });
      onProgress?.(details.numRuns);
      if (details.failed) failure = failureOf(name, details);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return failure;
}

/** What went wrong, then the shrunk input with its seed. */
function failureOf(name: string, details: fc.RunDetails<[unknown]>): string {
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return `${name}: ${error}\n${fc.defaultReportMessage(details) ?? ''}`.slice(0, LONGEST_REPORT);
}

/** Tries hostile inputs on every endpoint, targets side by side, and says what the probes saw meanwhile. */
export async function runFuzz(system: WatchedSystem, options: FuzzOptions): Promise<FuzzResult> {
  const ground = await prepareFuzzGround(system);
  let tried = 0;
  const onProgress = (more: number): void => {
    tried += more;
    options.onProgress?.(tried);
  };
  const since = Date.now();
  const failures = await Promise.all(
    fuzzTargets(ground).map((target) => tryTarget(target, { ...options, onProgress })),
  );
  const report = await system.report(since);
  const ended = system.standalone.child.alive() ? [] : ['the process ended'];
  return {
    ...report,
    troubles: [...report.troubles, ...ended],
    seed: options.seed,
    tried,
    failures: failures.filter((failure) => failure !== undefined),
  };
}
