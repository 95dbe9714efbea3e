/** One part of a pattern between two `*`: single characters, classes and `?`. */
type Segment = readonly ((character: string) => boolean)[] | string;

/** Longest pattern that is read, and longest text that is matched, in UTF-16 units. */
const MAX_PATTERN = 512;
const MAX_TEXT = 8_192;
const MAX_ALTERNATIVES = 64;

/**
 * A matcher for glob patterns: `*` any text (slashes and line feeds too), `?` one character, `[a-z]` and `[!a-z]`
 * classes, `{a,b}` alternatives, `\` quotes. The whole text must match. Time is bounded by pattern times text: no
 * regular expression is built, so that no pattern of a tenant can hang a gateway. Too long a pattern matches nothing.
 */
export function compileGlobs(patterns: readonly string[]): (text: string) => boolean {
  const matchers = patterns
    .filter((pattern) => pattern !== '' && pattern.length <= MAX_PATTERN)
    .flatMap((pattern) => alternatives(pattern).map(compile));
  return (text) => {
    const bounded = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
    return matchers.some((matches) => matches(bounded));
  };
}

/** Opens `{a,b}` groups from left to right; a pattern with too many alternatives is read literally from there on. */
function alternatives(pattern: string): string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const group = /^((?:[^\\{]|\\.)*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(next);
    if (group === null || done.length + open.length >= MAX_ALTERNATIVES) done.push(next);
    else open.push(...(group[2] ?? '').split(',').map((choice) => `${group[1] ?? ''}${choice}${group[3] ?? ''}`));
  }
  return done;
}

function compile(pattern: string): (text: string) => boolean {
  const segments = segmentsOf(pattern);
  const [first, ...rest] = segments;
  const last = rest.pop();
  if (first === undefined) return () => false;
  if (last === undefined) return (text) => text.length === first.length && matchesAt(first, text, 0);
  return (text) => {
    const end = text.length - last.length;
    if (end < first.length || !matchesAt(first, text, 0) || !matchesAt(last, text, end)) return false;
    let at = first.length;
    for (const segment of rest) {
      const found = find(segment, text, at);
      if (found === -1) return false;
      at = found + segment.length;
    }
    return at <= end;
  };
}

function matchesAt(segment: Segment, text: string, at: number): boolean {
  if (typeof segment === 'string') return text.startsWith(segment, at);
  return segment.every((accepts, index) => accepts(text[at + index] ?? ''));
}

/** The first place from `at` on where a segment matches: taking the first is right, as only `*` lies between segments. */
function find(segment: Segment, text: string, at: number): number {
  if (typeof segment === 'string') return text.indexOf(segment, at);
  for (let start = at; start + segment.length <= text.length; start += 1) {
    if (matchesAt(segment, text, start)) return start;
  }
  return -1;
}

function segmentsOf(pattern: string): Segment[] {
  const segments: Segment[] = [];
  let literal = '';
  let tests: ((character: string) => boolean)[] = [];
  let isLiteral = true;
  const close = (): void => {
    segments.push(isLiteral ? literal : tests);
    [literal, tests, isLiteral] = ['', [], true];
  };
  const take = (character: string): void => {
    literal += character;
    tests.push((other) => other === character);
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at] ?? '';
    const group = character === '[' ? /^\[(!?)(\]?[^\]]*)\]/.exec(pattern.slice(at)) : null;
    if (character === '*') {
      close();
    } else if (character === '?') {
      isLiteral = false;
      tests.push((other) => other !== '');
    } else if (group !== null && group[2] !== '') {
      isLiteral = false;
      tests.push(characterClass(group[2] ?? '', group[1] === '!'));
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

function characterClass(members: string, negated: boolean): (character: string) => boolean {
  const ranges: (readonly [string, string])[] = [];
  for (let at = 0; at < members.length; at += 1) {
    const from = members[at] ?? '';
    const isRange = members[at + 1] === '-' && at + 2 < members.length;
    ranges.push([from, isRange ? (members[at + 2] ?? from) : from]);
    if (isRange) at += 2;
  }
  return (character) =>
    character !== '' && ranges.some(([from, to]) => character >= from && character <= to) !== negated;
}
