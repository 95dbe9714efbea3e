/** Longest pattern, in UTF-16 units. */
export const MAX_GLOB_LENGTH = 512;

/**
 * Highest cost of a list that is saved. A text between two `*` costs 4; a pattern with at most one `*` and neither `?`
 * nor classes costs 1, and 1 more for every 64 characters; all others cost 1 for each character, and for each member of a
 * class (`[a-z_]`: 2). Alternatives count one by one.
 */
const MAX_GLOB_COST = 1_024;

/** Highest cost that is read: lists that were saved under other rules keep working. */
const MAX_READ_COST = 1_048_576;

/** The characters accepted at one position: those of the ranges, or all others. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [from: string, to: string])[];
  readonly isNegated: boolean;
}

/** One part of a pattern between two `*`: fixed text, or a set for each character. */
export type GlobSegment = string | readonly CharacterSet[];

/** A pattern without alternatives: its segments. The first and the last are anchored at the ends of the text. */
export type Glob = readonly GlobSegment[];

/** Parsed patterns. */
export interface GlobList {
  readonly globs: readonly Glob[];
  /** For each glob, the pattern that it was read from. */
  readonly sources: readonly string[];
}

const MAX_ALTERNATIVES = 64;

/**
 * Parses glob patterns: `*` any text (including slashes and line feeds), `?` one character, `[a-z]` and `[!a-z]`
 * classes, `{a,b}` alternatives, `\` escapes. Omits patterns that are too long, and all from the first one on that no
 * rule for saved lists ever allowed (a bound for memory).
 */
export function parseGlobs(patterns: readonly string[]): GlobList {
  const globs: Glob[] = [];
  const sources: string[] = [];
  let cost = 0;
  for (const pattern of patterns) {
    if (pattern === '' || pattern.length > MAX_GLOB_LENGTH) continue;
    const read = readPattern(pattern);
    cost += sumOfCosts(read);
    if (cost > MAX_READ_COST) break;
    globs.push(...read);
    sources.push(...read.map(() => pattern));
  }
  return { globs, sources };
}

/**
 * Returns the index of the first pattern that a list may not contain: it is longer than {@link MAX_GLOB_LENGTH}, or the
 * list up to it costs more than {@link MAX_GLOB_COST}; -1 if there is none.
 */
export function findCostlyGlob(patterns: readonly string[]): number {
  let cost = 0;
  return patterns.findIndex((pattern) => {
    if (pattern.length > MAX_GLOB_LENGTH) return true;
    cost += sumOfCosts(readPattern(pattern));
    return cost > MAX_GLOB_COST;
  });
}

/** Returns why a list of patterns is not saved, beginning with the index of the entry; `undefined` if it may be saved. */
export function globListProblem(patterns: readonly string[]): string | undefined {
  const index = findCostlyGlob(patterns);
  if (index === -1) return undefined;
  const pattern = patterns[index] ?? '';
  const entry = `[${index}]: ${JSON.stringify(pattern.length > 60 ? `${pattern.slice(0, 59)}…` : pattern)}`;
  if (pattern.length > MAX_GLOB_LENGTH) return `${entry} is too long (at most ${MAX_GLOB_LENGTH} characters)`;
  return (
    `${entry} makes the list too expensive to match (cost at most ${MAX_GLOB_COST}: 4 for an entry such as "*text*", 1 for an ` +
    'entry with at most one * and no ? or [a-z], and 1 for each character of all others; alternatives count one by one). ' +
    'Shorten or remove entries with several *, ? or [a-z]'
  );
}

/** Returns the text between the `*` of a glob such as `*loop*`; `undefined` for all others. */
export function searchedText([first, inner, last, ...rest]: Glob): string | undefined {
  const isSearch = first === '' && last === '' && rest.length === 0;
  return isSearch && typeof inner === 'string' ? inner : undefined;
}

const readPattern = (pattern: string): readonly Glob[] => expandAlternatives(pattern).map(parseSegments);

const sumOfCosts = (globs: readonly Glob[]): number => globs.reduce((sum, glob) => sum + costOf(glob), 0);

function costOf(glob: Glob): number {
  if (searchedText(glob) !== undefined) return 4;
  const isFixed = glob.length <= 2 && glob.every((segment) => typeof segment === 'string');
  if (isFixed) return 1 + Math.floor(lengthOfGlob(glob) / 64);
  return Math.max(
    1,
    glob.reduce((sum, segment) => sum + costOfSegment(segment), 0),
  );
}

const costOfSegment = (segment: GlobSegment): number =>
  typeof segment === 'string'
    ? segment.length
    : segment.reduce((sum, { ranges }) => sum + Math.max(1, ranges.length), 0);

/** Returns how many characters a glob compares, without its `*`. */
export const lengthOfGlob = (glob: Glob): number => glob.reduce((sum, { length }) => sum + length, 0);

/** Expands `{a,b}` groups from left to right; a pattern with too many alternatives is read literally from there on. */
function expandAlternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = done.length + open.length >= MAX_ALTERNATIVES ? undefined : findGroup(next);
    if (group === undefined) done.push(next);
    else open.push(...group);
  }
  return done;
}

/** Returns a pattern with each choice of its first `{a,b}`; `undefined` if the first `{` does not begin one. */
function findGroup(pattern: string): readonly string[] | undefined {
  let from = 0;
  while (from < pattern.length && pattern[from] !== '{') from += pattern[from] === '\\' ? 2 : 1;
  const to = pattern.indexOf('}', from);
  const choices = pattern.slice(from + 1, Math.max(to, 0));
  if (!choices.includes(',') || choices.includes('{')) return undefined;
  return choices.split(',').map((choice) => `${pattern.slice(0, from)}${choice}${pattern.slice(to + 1)}`);
}

const ANY_CHARACTER: CharacterSet = { ranges: [], isNegated: true };

function parseSegments(pattern: string): GlobSegment[] {
  const segments: GlobSegment[] = [];
  let literal = '';
  /** Replaces `literal` from the first `?` or class of a segment on. */
  let sets: CharacterSet[] | undefined;
  const close = (): void => {
    segments.push(sets ?? literal);
    [literal, sets] = ['', undefined];
  };
  const take = (character: string): void => {
    if (sets === undefined) literal += character;
    else sets.push(onlySet(character));
  };
  const takeSet = (set: CharacterSet): void => {
    sets ??= literal.split('').map(onlySet);
    sets.push(set);
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    const group = character === '[' ? readClass(pattern, at) : undefined;
    if (character === '*') {
      // `**` is `*`.
      if (segments.length === 0 || literal !== '' || sets !== undefined) close();
    } else if (character === '?') {
      takeSet(ANY_CHARACTER);
    } else if (group !== undefined) {
      takeSet({ ranges: parseRanges(group.members), isNegated: group.isNegated });
      at = group.end;
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

const onlySet = (character: string): CharacterSet => ({ ranges: [[character, character]], isNegated: false });

/** Returns the class that begins at a `[`; `undefined` if none does. A `]` that comes first is a member. */
function readClass(
  pattern: string,
  at: number,
): { readonly members: string; readonly isNegated: boolean; readonly end: number } | undefined {
  const isNegated = pattern[at + 1] === '!';
  const from = at + (isNegated ? 2 : 1);
  const end = pattern.indexOf(']', from + 1);
  return end === -1 ? undefined : { members: pattern.slice(from, end), isNegated, end };
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
