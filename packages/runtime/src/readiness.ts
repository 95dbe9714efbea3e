import { TimeoutError, withTimeout } from './withTimeout.js';

/** A named readiness check. It resolves to `undefined` if all is well, otherwise to a sentence that says what to do. */
export interface HealthCheck {
  readonly name: string;
  readonly check: () => Promise<string | undefined>;
}

/** What decides about readiness. */
export interface ReadinessSources {
  /** Read at every call. A name identifies a check. */
  readonly checks: readonly HealthCheck[];
  /** True after the shutdown began: then readiness fails and liveness does not. */
  readonly isStopping: () => boolean;
}

/** Readiness of a process: every check by name, `ok` or its problem. */
export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, string>>;
}

/** Runs all checks in parallel; a check that throws has failed. */
export async function checkReadiness(sources: ReadinessSources): Promise<Readiness> {
  const results = await Promise.all(
    sources.checks.map(async ({ name, check }) => {
      const problem = await check().catch((error: unknown) => String(error));
      return [name, problem ?? 'ok'] as const;
    }),
  );
  const stopping = sources.isStopping();
  const checks = Object.fromEntries([...results, ...(stopping ? [['shutdown', 'stopping'] as const] : [])]);
  return { ready: !stopping && results.every(([, result]) => result === 'ok'), checks };
}

/** Times of shared checks, in milliseconds. `now` is monotonic. */
interface SharingTimes {
  /** How long a result counts. */
  readonly freshMs: number;
  /** After this time a check counts as failed. The default of Prometheus for a scrape is 10 s. */
  readonly waitMs: number;
  /**
   * After this time a run that has not ended is given up, and the next call starts another: longer than any time limit of a check. A run
   * that was given up may still take memory; one a minute takes a few megabytes a day.
   */
  readonly giveUpMs: number;
  readonly now: () => number;
}

const TIMES: SharingTimes = { freshMs: 1_000, waitMs: 2_000, giveUpMs: 60_000, now: () => performance.now() };

/**
 * Returns a function that resolves to the readiness of a process, however often it is called: each check runs once a second at
 * most, and not again while it runs. No call waits longer than `waitMs`, also while a check does not end; the check is then shown
 * as failed, with the problem that it found last. A run that does not end is given up after `giveUpMs`, its result ignored, and the check
 * runs again: it passes at the latest with the first call `giveUpMs` after what it asks has recovered. A shutdown is noticed at once.
 */
export function createReadiness(
  sources: ReadinessSources,
  times: Partial<SharingTimes> = {},
): () => Promise<Readiness> {
  const shared = new Map<string, SharedCheck>();
  const sharedOf = ({ name, check }: HealthCheck): HealthCheck => {
    const known = shared.get(name) ?? createSharedCheck({ ...TIMES, ...times });
    shared.set(name, known);
    return { name, check: () => known(check) };
  };
  return () => checkReadiness({ checks: sources.checks.map(sharedOf), isStopping: sources.isStopping });
}

type SharedCheck = (check: HealthCheck['check']) => Promise<string | undefined>;

function createSharedCheck({ freshMs, waitMs, giveUpMs, now }: SharingTimes): SharedCheck {
  let run: Promise<string | undefined> = Promise.resolve(undefined);
  let beganAt = -Infinity;
  /** `undefined` while it runs. */
  let endedAt: number | undefined = -Infinity;
  let problem: string | undefined;
  const start = (check: HealthCheck['check']): void => {
    beganAt = now();
    endedAt = undefined;
    const own = Promise.resolve()
      .then(check)
      .catch((error: unknown) => String(error))
      .then((found) => {
        if (run !== own) return found;
        endedAt = now();
        return (problem = found);
      });
    run = own;
  };
  const startIfDue = (check: HealthCheck['check']): void => {
    const isDue = endedAt === undefined ? now() - beganAt >= giveUpMs : now() - endedAt >= freshMs;
    if (isDue) start(check);
  };
  return async (check) => {
    startIfDue(check);
    try {
      return await withTimeout(run, beganAt + waitMs - now());
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
      return problem ?? `no result within ${waitMs / 1_000} s: what it asks does not answer`;
    }
  };
}
