import { lengthOfGlob, parseGlobs, searchedText } from '@sluice/contract';
import { compileAnchored } from './compileAnchored.js';
import { compileAutomaton } from './compileAutomaton.js';
import { compileTextSearch } from './compileTextSearch.js';
import type { FindGlob, IndexedGlob } from './findGlob.js';

/** Longest text that is matched, in UTF-16 units. */
const MAX_TEXT = 8_192;

/** Positions of one automaton: bounds its tables to about 256 KB. */
const MAX_POSITIONS = 1_024;

/** A compiled part of a list: the index of its first glob that matches a text, if it is lower than `below`. */
interface Matcher {
  readonly lowest: number;
  readonly find: FindGlob;
}

/**
 * Returns a function that returns the first pattern (see {@link parseGlobs}) that matches a whole text; `undefined` if
 * none does. Only the first 8,192 characters of a text are matched.
 *
 * Each character costs constant time for all `*text*` of a list together, and one step per 32 characters of the other
 * patterns with several `*`, whatever the text is: there is no backtracking (decision 0162).
 */
export function compileGlobs(patterns: readonly string[]): (text: string) => string | undefined {
  const { globs, sources } = parseGlobs(patterns);
  const matchers = compileAll(globs.map((glob, index) => ({ glob, index })));
  return (text) => {
    const bounded = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
    let found = globs.length;
    for (const { lowest, find } of matchers) {
      if (lowest < found) found = find(bounded, found);
    }
    return sources[found];
  };
}

function compileAll(globs: readonly IndexedGlob[]): readonly Matcher[] {
  const anchored = globs.filter(({ glob }) => glob.length <= 2);
  const searches = globs.filter(({ glob }) => searchedText(glob) !== undefined);
  const others = globs.filter(({ glob }) => glob.length > 2 && searchedText(glob) === undefined);
  return [
    ...matcherOf(anchored, compileAnchored),
    ...matcherOf(searches, compileTextSearch),
    ...groupsOf(others).flatMap((group) => matcherOf(group, compileAutomaton)),
  ];
}

function matcherOf(globs: readonly IndexedGlob[], compile: (globs: readonly IndexedGlob[]) => FindGlob): Matcher[] {
  const [first] = globs;
  return first === undefined ? [] : [{ lowest: first.index, find: compile(globs) }];
}

/** Splits globs into groups of at most {@link MAX_POSITIONS} positions. */
function groupsOf(globs: readonly IndexedGlob[]): readonly (readonly IndexedGlob[])[] {
  const groups: IndexedGlob[][] = [];
  let room = 0;
  for (const one of globs) {
    const size = lengthOfGlob(one.glob) + 1;
    if (size > room) {
      groups.push([]);
      room = MAX_POSITIONS;
    }
    groups.at(-1)?.push(one);
    room -= size;
  }
  return groups;
}
