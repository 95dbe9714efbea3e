/** Returns numbers from 0 to `below`, exclusive; the same ones for a seed. */
export type Random = (below: number) => number;

/** Returns a generator of numbers (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Whether a glob matches a text, with the regular expressions of JavaScript: exponential in the number of `*`. */
export const matchesNaively = (pattern: string, text: string): boolean =>
  pattern !== '' && expand(pattern).some((one) => toRegExp(one).test(text));

function expand(pattern: string): string[] {
  const group = /^((?:[^\\{]|\\.)*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(pattern);
  if (group === null) return [pattern];
  const [, head = '', choices = '', tail = ''] = group;
  return choices.split(',').flatMap((choice) => expand(`${head}${choice}${tail}`));
}

const quoted = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

function toRegExp(glob: string): RegExp {
  let source = '';
  for (let at = 0; at < glob.length; at += 1) {
    const [matched, not, members] = /^\[(!?)(\]?[^\]]*)\]/.exec(glob.slice(at)) ?? [];
    const [unit = '', next] = [glob[at], glob[at + 1]];
    if (matched !== undefined && members !== undefined && members !== '') {
      source += `${not === '!' ? '(?!' : '(?='}${anyOf(members)})[^]`;
      at += matched.length - 1;
    } else if (unit === '\\' && next !== undefined) {
      source += quoted(next);
      at += 1;
    } else if (unit === '*') source += '[^]*';
    else source += unit === '?' ? '[^]' : quoted(unit);
  }
  return new RegExp(`^(?:${source})$`);
}

const anyOf = (members: string): string =>
  [...members.matchAll(/([^])-([^])|([^])/g)]
    .map(([, from, to, one]) => {
      if (one !== undefined) return quoted(one);
      return (from ?? '') <= (to ?? '') ? `[${quoted(from ?? '')}-${quoted(to ?? '')}]` : '(?!)';
    })
    .join('|');

const UNITS = ['a', 'b', 'c', 'A', 'é', '中', '\ud83d', '\ude00', '\n', '0', '9', '-', ']', '.', '\uffff', '\0'];
const PIECES = [
  '*',
  '*',
  '*',
  '?',
  '[ab]',
  '[!ab]',
  '[a-c]',
  '[!a-c0-9]',
  '[]a]',
  '[!]',
  '[c-a]',
  '[é-中]',
  '[\ud83d]',
  '{a,b}',
  '{ab,*c,}',
  '{a}',
  '{',
  '}',
  ',',
  '[',
  '\\*',
  '\\',
  '\\[',
  '\\{',
  '!',
  '[0-9',
  'ab',
  'abab',
];

const pick = (random: Random, from: readonly string[]): string => from[random(from.length)] ?? '';

/** Returns a glob of up to eight pieces, with fewer alternatives than a pattern may have. */
export function randomPattern(random: Random): string {
  const pieces = Array.from({ length: random(9) }, () => pick(random, random(2) === 0 ? UNITS : PIECES));
  const groups = pieces.filter((piece) => piece.length > 1 && piece.includes(','));
  return (groups.length > 3 ? groups.slice(0, 3) : pieces).join('');
}

/** Returns a text of up to twelve UTF-16 units, most of them few letters. */
export const randomText = (random: Random): string =>
  Array.from({ length: random(13) }, () => pick(random, random(3) === 0 ? UNITS : ['a', 'b', 'c'])).join('');
