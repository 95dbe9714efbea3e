import type { Queryable, SourceMapKey } from '@sluice/db';
import { createLru, type Clock } from '@sluice/runtime';
import { lookUpStoredMaps, type StoredMap } from './lookUpStoredMaps.js';
import type { HeadCache } from './headCache.js';
import type { ResolverConfig } from './resolverConfig.js';
import type { ResolverMetrics } from './resolverMetrics.js';

/** What is stored for files: asked of the database, and believed for a moment. */
export interface StoredMaps {
  /** Equal length; `undefined` where nothing is stored. One query for all that is not known. */
  readonly find: (wanted: readonly SourceMapKey[]) => Promise<readonly (StoredMap | undefined)[]>;
  /** What is stored at this moment, by a query of its own. */
  readonly findNow: (wanted: SourceMapKey) => Promise<StoredMap | undefined>;
  /** Asks anew from now on what is stored for a project; answers on their way are for those who asked already. */
  readonly forget: (projectId: string) => void;
  /** The same for every project, after changes may have been missed. */
  readonly forgetAll: () => void;
  readonly clear: () => void;
}

interface Deps {
  readonly db: Queryable;
  readonly heads: HeadCache;
  readonly clock: Clock;
  readonly counts: Pick<ResolverMetrics, 'cache'>;
}

/**
 * Remembers hits and misses alike, for `cacheTtlMs` from before the query began: whatever is stored or deleted is seen
 * that soon without a message, and at once after {@link StoredMaps.forget}. Questions under way are shared.
 *
 * Invariant: a caller after `forget` never gets the answer to a query sent before it. Questions bear the number
 * of changes so far; one below the number of the project's last change is not used.
 */
export function createStoredMaps(
  { db, heads, clock, counts }: Deps,
  config: Pick<ResolverConfig, 'cacheTtlMs' | 'fileCacheBytes'>,
): StoredMaps {
  const answers = createAnswers(heads, config.fileCacheBytes);
  const underWay = new Map<string, Asked & { readonly map: Promise<StoredMap | undefined> }>();
  const changes = createChanges();
  const isFresh = ({ since, changesSeen }: Asked, projectId: string): boolean =>
    clock() - since >= 0 && clock() - since < config.cacheTtlMs && changesSeen >= changes.lastOf(projectId);
  // Or what was said before would be fresh again later.
  const now = watchClock(clock, () => {
    for (const said of [answers, underWay]) said.clear();
  });

  const ask = async (wanted: readonly SourceMapKey[], asked: Asked): Promise<readonly (StoredMap | undefined)[]> => {
    const keys = wanted.map(keyOf);
    const maps = await lookUpStoredMaps(
      db,
      heads,
      wanted,
      keys.flatMap((key) => answers.lastIndexOf(key) ?? []),
    );
    if (now() >= asked.since) for (const [at, key] of keys.entries()) answers.set(key, asked, maps[at]);
    return maps;
  };
  const share = (wanted: readonly SourceMapKey[], asked: Asked): void => {
    const asking = ask(wanted, asked);
    for (const [at, want] of wanted.entries()) {
      const key = keyOf(want);
      const entry = { ...asked, map: asking.then((maps) => maps[at]) };
      underWay.set(key, entry);
      const end = (): void => {
        if (underWay.get(key) === entry) underWay.delete(key);
      };
      entry.map.then(end, end);
    }
  };
  const known = (want: SourceMapKey): Promise<StoredMap | undefined> | undefined => {
    const key = keyOf(want);
    const answer = answers.get(key);
    if (answer !== undefined && isFresh(answer, want.projectId)) return Promise.resolve(answer.map);
    const asked = underWay.get(key);
    return asked !== undefined && isFresh(asked, want.projectId) ? asked.map : undefined;
  };
  const asking = (): Asked => ({ since: now(), changesSeen: changes.count() });

  return {
    find: (wanted) => {
      const asked = asking();
      const found = new Map(wanted.map((want) => [keyOf(want), known(want)]));
      const missing = wanted.filter((want) => found.get(keyOf(want)) === undefined);
      counts.cache.inc({ cache: 'file', result: 'hit' }, wanted.length - missing.length);
      counts.cache.inc({ cache: 'file', result: 'miss' }, missing.length);
      if (missing.length > 0) share(missing, asked);
      return Promise.all(wanted.map(async (want) => found.get(keyOf(want)) ?? underWay.get(keyOf(want))?.map));
    },
    findNow: async (wanted) => (await ask([wanted], asking()))[0],
    forget: changes.add,
    forgetAll: changes.addAll,
    clear: answers.clear,
  };
}

/** The time; `onSetBack` is called first where the clock was set back since the last call. */
function watchClock(clock: Clock, onSetBack: () => void): Clock {
  let latest = clock();
  return () => {
    const time = clock();
    if (time < latest) onSetBack();
    latest = time;
    return time;
  };
}

const keyOf = ({ projectId, release, filename }: SourceMapKey): string => `${projectId}\0${release}\0${filename}`;

/** When a question was asked: by the clock, and by the number of changes this process knew of. */
interface Asked {
  readonly since: number;
  readonly changesSeen: number;
}

/** Projects whose last change is remembered. Of the others what is known is still believed for `cacheTtlMs` at most. */
const REMEMBERED = 10_000;

function createChanges() {
  const last = createLru<number>(REMEMBERED);
  let count = 0;
  let lastOfAll = 0;
  return {
    addAll: (): void => void (lastOfAll = count += 1),
    add: (projectId: string): void => last.set(projectId, (count += 1), 1),
    count: () => count,
    lastOf: (projectId: string): number => Math.max(lastOfAll, last.get(projectId) ?? 0),
  };
}

/** What the database said, and when it was asked. */
interface Answer extends Asked {
  /** Without a head that is in the cache of heads. */
  readonly map:
    (Omit<StoredMap, 'head'> & { readonly head: Exclude<StoredMap['head'], object> | undefined }) | undefined;
}

/** What an answer weighs beside its key. */
const OVERHEAD = 300;

function createAnswers(heads: HeadCache, maxBytes: number) {
  const answers = createLru<Answer>(maxBytes);
  return {
    /** `undefined` where nothing is known, or its head is no longer in memory. */
    get: (key: string): (Asked & { readonly map: StoredMap | undefined }) | undefined => {
      const answer = answers.get(key);
      if (answer?.map === undefined) return answer && { ...answer, map: undefined };
      const head = answer.map.head ?? heads.get(answer.map.indexId);
      return head && { ...answer, map: { ...answer.map, head } };
    },
    lastIndexOf: (key: string): string | undefined => answers.get(key)?.map?.indexId,
    /** An answer to an earlier question never takes the place of one to a later question. */
    set: (key: string, asked: Asked, map: StoredMap | undefined): void => {
      const before = answers.get(key);
      if (before !== undefined && (before.since > asked.since || before.changesSeen > asked.changesSeen)) return;
      const kept = map && { ...map, head: typeof map.head === 'string' ? map.head : undefined };
      answers.set(key, { ...asked, map: kept }, 2 * key.length + OVERHEAD);
    },
    clear: answers.clear,
  };
}
