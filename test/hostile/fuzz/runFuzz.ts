import * as fc from 'fast-check';
import { type WatchedSystem, type ProbeReport } from '../support/watchedSystem.js';
import { createFuzzGround } from './fuzzGround.js';
import { fuzzTargets, type FuzzTarget } from './targets.js';

export interface FuzzOptions {
  /** Number of inputs of all targets together. */
  readonly runs: number;
  readonly seed: number;
  /** Called periodically with the number of inputs so far. */
  readonly onProgress?: (tried: number) => void;
  /** Ends the run early, with the results so far. */
  readonly signal?: AbortSignal;
}

/** Result of a run. */
export interface FuzzResult extends ProbeReport {
  readonly seed: number;
  readonly tried: number;
  /** For each failed target: its name, the shrunk input, seed and path. */
  readonly failures: readonly string[];
}

const STEP = 50;
const LONGEST_REPORT = 6_000;

/**
 * Runs one target in steps, each with a seed derived from that of the run, so that a long run does not retain its
 * inputs. Ends at the first failure.
 */
async function tryTarget(
  { name, share, concurrency, property }: FuzzTarget,
  options: FuzzOptions,
): Promise<string | undefined> {
  const { runs, seed, onProgress, signal } = options;
  const wanted = Math.ceil(runs * share);
  let begun = 0;
  let failure: string | undefined;
  const loop = async (): Promise<void> => {
    while (begun < wanted && failure === undefined && signal?.aborted !== true) {
      const numRuns = Math.min(STEP, wanted - begun);
      const stepSeed = (seed + begun * 7_919) | 0;
      begun += numRuns;
      const details = await fc.check(property, { numRuns, seed: stepSeed });
      onProgress?.(details.numRuns);
      if (details.failed) failure = failureOf(name, details);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  return failure;
}

/** Formats the error, then the shrunk input with its seed. */
function failureOf(name: string, details: fc.RunDetails<[unknown]>): string {
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance);
  return `${name}: ${error}\n${fc.defaultReportMessage(details) ?? ''}`.slice(0, LONGEST_REPORT);
}

/** Sends hostile inputs to every endpoint, all targets concurrently, and reports what the probes recorded meanwhile. */
export async function runFuzz(system: WatchedSystem, options: FuzzOptions): Promise<FuzzResult> {
  const ground = await createFuzzGround(system);
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
