import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { attacksBehind, attacksFrom, growthOf, isLinear, worstAttacks } from './support/growth.js';
import { readersOfInput } from './support/readersOfInput.js';
import { regexpLiterals, type RegexpLiteral } from './support/regexpLiterals.js';

/** No text that anybody sends takes longer than in proportion to its length, or no more of it is looked at than a bound. */

const literals = regexpLiterals([
  ...['packages/stacktrace', 'packages/enrichment', 'packages/contract', 'packages/sourcemaps', 'packages/management'],
  'packages/runtime',
  ...['services/gateway', 'services/api', 'services/sourcemaps', 'services/exceptions'],
]);

/** Patterns whose own time is not linear, and the reader below that is given only so much of a text. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`packages/contract/src/globs.ts: /^((?:[^\\{]|\\.)*)\{([^{}]*,[^{}]*)\}(.*)$/s`]: 'glob',
  [String.raw`services/exceptions/src/steps/normalizeFunction.ts: /\(.*\)$/`]: 'function of a frame',
  [String.raw`services/exceptions/src/steps/normalizeMessage.ts: /[\s.!]+$/`]: 'message',
};

/** Not linear either, and only ever given what an operator set. */
const SETTINGS: readonly string[] = [
  String.raw`packages/sourcemaps/src/stores/storeConfig.ts: /\/+$/`,
  String.raw`packages/management/src/http/baseUrlOf.ts: /\/+$/`,
  String.raw`services/api/src/routes/keys/dsnOf.ts: /\/+$/`,
];

/** Texts that a pattern matches, as far as they can be made up: without what stands around and is not matched. */
function samplesOf({ source, flags }: RegExp): readonly string[] {
  const bare = source.replace(/\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g, '').replace(/\\[bB]/g, '');
  try {
    const pattern = new RegExp(bare, flags.replace(/[gy]/g, ''));
    return fc.sample(fc.stringMatching(pattern, { size: '-1' }), { numRuns: 14, seed: 7 });
  } catch {
    return [];
  }
}

const timed =
  (pattern: RegExp) =>
  (text: string): unknown => {
    pattern.lastIndex = 0;
    return pattern.global ? text.replace(pattern, '') : pattern.exec(text);
  };

function growthsOf({ pattern }: RegexpLiteral) {
  const samples = samplesOf(pattern);
  const run = timed(pattern);
  const heads = ['', ...samples.slice(0, 2).map((sample) => sample.slice(0, 8))];
  const attacks = [...attacksFrom(samples), ...attacksBehind(heads)];
  return worstAttacks(run, attacks, 50).map((attack) => ({ attack: attack(12), ...growthOf(run, attack) }));
}

describe('every regular expression in the sources', () => {
  test('is found', () => {
    expect(literals.length).toBeGreaterThan(150);
    const names = literals.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(BOUNDED), ...SETTINGS]));
  });

  const judged = literals.filter(({ name }) => !SETTINGS.includes(name));
  test.each(judged.map((literal) => [literal.name, literal] as const))('%s', (name, literal) => {
    const reader = BOUNDED[name];
    if (reader !== undefined) expect(readersOfInput.map((one) => one.name)).toContain(reader);
    else expect(growthsOf(literal).filter((growth) => !isLinear(growth))).toEqual([]);
  });
});

describe('every regular expression that reads external text', () => {
  test.each(readersOfInput.map((reader) => [reader.name, reader] as const))('%s', (_name, { heads, read }) => {
    const attacks = attacksBehind(['', ...heads]);
    const growths = worstAttacks(read, attacks, 200).map((attack) => ({
      attack: attack(12),
      ...growthOf(read, attack),
    }));
    expect(growths.filter((growth) => !isLinear(growth))).toEqual([]);
  });
});

test('a quadratic pattern is found out', () => {
  const pattern = /\s+$/;
  const growths = growthsOf({ name: 'x', pattern });
  expect(growths.every(isLinear)).toBe(false);
});
