import { urlOf, wholeNumber, type EnvReader } from '@sluice/runtime';

const MIB = 1_048_576;

/** Settings of a frame resolver: what it keeps in memory, and how much it reads at once. */
export interface ResolverConfig {
  /** Milliseconds for which what is stored for a file is believed, counted from before it was asked: bounds how late an upload or deletion is seen. */
  readonly trustMs: number;
  /** Whether PostgreSQL is listened to for changes by other processes, on one more connection; without, they are seen after `trustMs`. */
  readonly listens: boolean;
  /** Where to listen, if not at the address of the database; a function, so that its password stays out of logs. */
  readonly listenUrl: (() => string) | undefined;
  /** Bytes of what is known of files, maps or none; about 300 each. */
  readonly fileCacheBytes: number;
  /** Bytes of heads of indexes: up to some 60 kB for the greatest maps. */
  readonly headCacheBytes: number;
  /** Bytes of blocks (a few kB) and chunks of sources (16 kB before compression). */
  readonly rangeCacheBytes: number;
  /** Bytes of answers without source lines, about 1,000 each: what groups exceptions and names culprits. */
  readonly answerCacheBytes: number;
  /** Files (maps) that are resolved at once, each with one read of the store at a time; shared fairly among projects. */
  readonly parallelFiles: number;
  /** Files that wait for their turn; frames of more are `unavailable` at once. */
  readonly waitingFiles: number;
}

/** Defaults of every setting. */
export const DEFAULT_RESOLVER_CONFIG: ResolverConfig = {
  trustMs: 900,
  listens: true,
  listenUrl: undefined,
  fileCacheBytes: 8 * MIB,
  headCacheBytes: 32 * MIB,
  rangeCacheBytes: 32 * MIB,
  answerCacheBytes: 16 * MIB,
  parallelFiles: 4,
  waitingFiles: 5_000,
};

const NONE = 'none';
const databaseUrl = urlOf('postgres', 'postgresql');
const addressOrNone = (text: string): string | undefined => (text === NONE ? text : databaseUrl(text));

/** Reads the settings; problems are the reader's to report. */
export function readResolverConfig({ get }: Pick<EnvReader, 'get'>): ResolverConfig {
  const whole = (name: string, fallback: number, min: number, max: number): number =>
    get(name, fallback, wholeNumber(min, max));
  const mebibytes = (name: string, fallback: number): number => whole(name, fallback / MIB, 1, 4_096) * MIB;
  const defaults = DEFAULT_RESOLVER_CONFIG;
  const listenUrl = get('DATABASE_LISTEN_URL', undefined, addressOrNone);
  return {
    trustMs: whole('SOURCE_MAP_TRUST_MS', defaults.trustMs, 0, 900),
    listens: listenUrl !== NONE,
    listenUrl: listenUrl === undefined || listenUrl === NONE ? undefined : () => listenUrl,
    fileCacheBytes: mebibytes('SOURCE_MAP_FILE_CACHE_MB', defaults.fileCacheBytes),
    headCacheBytes: mebibytes('SOURCE_MAP_HEAD_CACHE_MB', defaults.headCacheBytes),
    rangeCacheBytes: mebibytes('SOURCE_MAP_RANGE_CACHE_MB', defaults.rangeCacheBytes),
    answerCacheBytes: mebibytes('SOURCE_MAP_ANSWER_CACHE_MB', defaults.answerCacheBytes),
    parallelFiles: whole('SOURCE_MAP_PARALLEL_FILES', defaults.parallelFiles, 1, 64),
    waitingFiles: whole('SOURCE_MAP_WAITING_FILES', defaults.waitingFiles, 0, 100_000),
  };
}
