import { findCostlyGlob, lengthOfGlob, parseGlobs, searchedText, type Glob } from '@sluice/contract';
import type { PausableTask } from '@sluice/runtime';
import { compileAnchored } from './compileAnchored.js';
import { compileAutomaton } from './compileAutomaton.js';
import { compileTextSearch } from './compileTextSearch.js';
import type { FindGlob, IndexedGlob } from './findGlob.js';

/** Longest text that is matched, in UTF-16 units. */
const MAX_TEXT = 8_192;

/** Positions of one automaton: bounds its tables to about 256 KB. */
const MAX_POSITIONS = 1_024;

/** Comparisons of one matcher of globs with at most one `*`. */
const MAX_COMPARISONS = 8_192;

/** A compiled part of a list: the index of its first glob that matches a text, if it is lower than `below`. */
interface Matcher {
  readonly lowest: number;
  readonly find: FindGlob;
}

/** Finds the first pattern of a list that matches a whole text; `undefined` if none does. */
export interface FindPattern {
  (text: string): string | undefined;
  /**
   * Finds the same and yields at least every few milliseconds. Only of a list that is no longer saved, because it may cost more
   * than that for a text.
   */
  readonly inSteps: ((text: string) => PausableTask<string | undefined>) | undefined;
}

/**
 * Returns a function that returns the first pattern (see {@link parseGlobs}) that matches a whole text; `undefined` if
 * none does. Only the first 8,192 characters of a text are matched.
 *
 * Each character costs constant time for all `*text*` of a list together, and one step per 32 characters of the other
 * patterns with several `*`, whatever the text is: there is no backtracking (decision 0162).
 */
export function compileGlobs(patterns: readonly string[]): FindPattern {
  const { globs, sources } = parseGlobs(patterns);
  const isCostly = findCostlyGlob(patterns) !== -1;
  const matchers = compileAll(
    globs.map((glob, index) => ({ glob, index })),
    isCostly,
  );
  const find = (text: string): string | undefined => {
    const bounded = boundedText(text);
    let found = globs.length;
    for (const { lowest, find: findBelow } of matchers) {
      if (lowest < found) found = findBelow(bounded, found);
    }
    return sources[found];
  };
  const inSteps = function* (text: string): PausableTask<string | undefined> {
    const bounded = boundedText(text);
    let found = globs.length;
    for (const { lowest, find: findBelow } of matchers) {
      if (lowest >= found) continue;
      found = findBelow(bounded, found);
      yield;
    }
    return sources[found];
  };
  return Object.assign(find, { inSteps: isCostly ? inSteps : undefined });
}

const boundedText = (text: string): string => (text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text);

/** Compiles globs; those of a costly list part by part, each when a text first needs it: all at once would take too long. */
function compileAll(globs: readonly IndexedGlob[], isCostly: boolean): readonly Matcher[] {
  const anchored = globs.filter(({ glob }) => glob.length <= 2);
  const searches = globs.filter(({ glob }) => searchedText(glob) !== undefined);
  const others = globs.filter(({ glob }) => glob.length > 2 && searchedText(glob) === undefined);
  const matcherOf = isCostly ? lateMatcherOf : earlyMatcherOf;
  return [
    ...groupsOf(anchored, comparisonsOf, MAX_COMPARISONS).flatMap((group) => matcherOf(group, compileAnchored)),
    ...matcherOf(searches, compileTextSearch),
    ...groupsOf(others, (glob) => lengthOfGlob(glob) + 1, MAX_POSITIONS).flatMap((group) =>
      matcherOf(group, compileAutomaton),
    ),
  ];
}

type Compile = (globs: readonly IndexedGlob[]) => FindGlob;

function earlyMatcherOf(globs: readonly IndexedGlob[], compile: Compile): readonly Matcher[] {
  const [first] = globs;
  return first === undefined ? [] : [{ lowest: first.index, find: compile(globs) }];
}

function lateMatcherOf(globs: readonly IndexedGlob[], compile: Compile): readonly Matcher[] {
  const [first] = globs;
  if (first === undefined) return [];
  let compiled: FindGlob | undefined;
  return [{ lowest: first.index, find: (text, below) => (compiled ??= compile(globs))(text, below) }];
}

/** A text is compared at once, sets one by one and range by range. */
const comparisonsOf = (glob: Glob): number =>
  glob
    .flatMap((segment) =>
      typeof segment === 'string' ? [segment.length / 64] : segment.map(({ ranges }) => ranges.length),
    )
    .reduce((sum, size) => sum + 1 + size, 0);

/** Splits globs into groups whose sizes add up to `max`, except for larger ones, which are alone. */
function groupsOf(
  globs: readonly IndexedGlob[],
  sizeOf: (glob: Glob) => number,
  max: number,
): readonly (readonly IndexedGlob[])[] {
  const groups: IndexedGlob[][] = [];
  let room = 0;
  for (const one of globs) {
    const size = sizeOf(one.glob);
    if (groups.length === 0 || size > room) {
      groups.push([]);
      room = max;
    }
    groups.at(-1)?.push(one);
    room -= size;
  }
  return groups;
}
