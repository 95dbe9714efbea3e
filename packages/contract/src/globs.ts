/** Longest pattern, in UTF-16 units. */
export const MAX_GLOB_LENGTH = 512;

/**
 * Highest cost of a list of patterns. A search of the whole text for a fixed text, such as `*loop*`, costs 1; a
 * comparison at one position (`dev-*`) costs a quarter; each character class in a search, and each of its ranges,
 * costs 1 more.
 */
export const MAX_GLOB_COST = 256;

/** The characters accepted at one position: those of the ranges, or all others. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [from: string, to: string])[];
  readonly isNegated: boolean;
}

/** One part of a pattern between two `*`: fixed text, or a set for each character. */
export type GlobSegment = string | readonly CharacterSet[];

/** A pattern without alternatives: its segments. The first and the last are anchored at the ends of the text. */
export type Glob = readonly GlobSegment[];

/** The patterns parsed so far. */
export interface GlobList {
  readonly globs: readonly Glob[];
  /** For each glob, the pattern that it was read from. */
  readonly sources: readonly string[];
  /** At most {@link MAX_GLOB_COST}. */
  readonly cost: number;
  /** Whether every pattern was read: none too long, and the total cost is within {@link MAX_GLOB_COST}. */
  readonly isComplete: boolean;
}

const MAX_ALTERNATIVES = 64;
const ANCHORED_COST = 0.25;

/**
 * Parses glob patterns: `*` any text (including slashes and line feeds), `?` one character, `[a-z]` and `[!a-z]`
 * classes, `{a,b}` alternatives, `\` escapes. Omits patterns that are too long, and all from the first one on with
 * which the list would exceed {@link MAX_GLOB_COST}.
 */
export function parseGlobs(patterns: readonly string[]): GlobList {
  const globs: Glob[] = [];
  const sources: string[] = [];
  let cost = 0;
  let isComplete = true;
  for (const pattern of patterns) {
    if (pattern === '') continue;
    if (pattern.length > MAX_GLOB_LENGTH) {
      isComplete = false;
      continue;
    }
    const read = expandAlternatives(pattern).map(parseSegments);
    const more = read.reduce((sum, glob) => sum + costOf(glob), 0);
    if (cost + more > MAX_GLOB_COST) return { globs, sources, cost, isComplete: false };
    globs.push(...read);
    sources.push(...read.map(() => pattern));
    cost += more;
  }
  return { globs, sources, cost, isComplete };
}

/** Searches go on where the one before ended, so that the dearest of a pattern's segments bounds them all. */
function costOf(glob: Glob): number {
  const searches = glob.slice(1, -1).map((segment) => {
    if (typeof segment === 'string') return 1;
    return segment.reduce((sum, { ranges }) => sum + 1 + ranges.length, 0);
  });
  return Math.max(ANCHORED_COST, ...searches);
}

/** Opens `{a,b}` groups from left to right; a pattern with too many alternatives is read literally from there on. */
function expandAlternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = /^((?:[^\\{]|\\.)*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(next);
    if (group === null || done.length + open.length >= MAX_ALTERNATIVES) done.push(next);
    else open.push(...(group[2] ?? '').split(',').map((choice) => `${group[1] ?? ''}${choice}${group[3] ?? ''}`));
  }
  return done;
}

const ANY_CHARACTER: CharacterSet = { ranges: [], isNegated: true };

function parseSegments(pattern: string): GlobSegment[] {
  const segments: GlobSegment[] = [];
  let literal = '';
  let sets: CharacterSet[] = [];
  let isLiteral = true;
  const close = (): void => {
    segments.push(isLiteral ? literal : sets);
    [literal, sets, isLiteral] = ['', [], true];
  };
  const take = (character: string): void => {
    literal += character;
    sets.push({ ranges: [[character, character]], isNegated: false });
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    const group = character === '[' ? /^\[(!?)(\]?[^\]]*)\]/.exec(pattern.slice(at)) : null;
    if (character === '*') {
      close();
    } else if (character === '?') {
      isLiteral = false;
      sets.push(ANY_CHARACTER);
    } else if (group !== null && group[2] !== '') {
      isLiteral = false;
      sets.push({ ranges: parseRanges(group[2] ?? ''), isNegated: group[1] === '!' });
      at += group[0].length - 1;
    } else if (character === '\\' && at + 1 < pattern.length) {
      at += 1;
      take(pattern[at] ?? '');
    } else {
      take(character);
    }
  }
  close();
  return segments;
}

function parseRanges(members: string): (readonly [string, string])[] {
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    ranges.push([from, isRange ? (members[at + 2] ?? from) : from]);
    if (isRange) at += 2;
  }
  return ranges;
}
