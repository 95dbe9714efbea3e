import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { attacksBehind, attacksFrom, growthOf, isLinear, worstAttacks } from './support/growth.js';
import { readersOfInput } from './support/readersOfInput.js';
import { regexpLiterals, type RegexpLiteral } from './support/regexpLiterals.js';

/** The time of every pattern grows in proportion to the length of its input, or the input is bounded. */

const literals = regexpLiterals([
  'packages/stacktrace',
  'packages/enrichment',
  'packages/contract',
  'packages/otlp',
  'packages/sourcemaps',
  'packages/management',
  'packages/runtime',
  'packages/sentry-protocol',
  'services/gateway',
  'services/api',
  'services/sourcemaps',
  'services/exceptions',
]);

/** Patterns whose time is not linear, and the function below that bounds their input. */
const BOUNDED: Readonly<Record<string, string>> = {
  [String.raw`services/exceptions/src/steps/normalizeFunction.ts: /\(.*\)$/`]: 'function of a frame',
  [String.raw`services/exceptions/src/steps/normalizeMessage.ts: /[\s.!]+$/`]: 'message',
};

/** Not linear either, but their input is set by operators only. */
const SETTINGS: readonly string[] = [
  String.raw`packages/sourcemaps/src/stores/storeConfig.ts: /\/+$/`,
  String.raw`packages/management/src/access/baseUrlOf.ts: /\/+$/`,
  String.raw`services/api/src/http/dashboardRouter.ts: /\/+$/`,
  String.raw`packages/contract/src/dsn.ts: /\/+$/`,
];

describe('regular expressions in the sources', () => {
  test('are found', () => {
    expect(literals.length).toBeGreaterThan(150);
    const names = literals.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...Object.keys(BOUNDED), ...SETTINGS]));
  });

  const judged = literals.filter(({ name }) => !SETTINGS.includes(name));
  test.each(judged.map((literal) => [literal.name, literal] as const))(
    'take linear time, or read bounded text: %s',
    (name, literal) => {
      const reader = BOUNDED[name];
      if (reader !== undefined) expect(readersOfInput.map((one) => one.name)).toContain(reader);
      else expect(growthsOf(literal).filter((growth) => !isLinear(growth))).toEqual([]);
    },
  );
});

describe('regular expressions that read external text', () => {
  test.each(readersOfInput.map((reader) => [reader.name, reader] as const))(
    'take linear time: %s',
    (_name, { heads, read }) => {
      const attacks = attacksBehind(['', ...heads]);
      const growths = worstAttacks(read, attacks, 200).map((attack) => ({
        attack: attack(12),
        ...growthOf(read, attack),
      }));
      expect(growths.filter((growth) => !isLinear(growth))).toEqual([]);
    },
  );
});

test('a quadratic pattern is detected', () => {
  const pattern = /\s+$/;
  const growths = growthsOf({ name: 'x', pattern });
  expect(growths.every(isLinear)).toBe(false);
});

/** Strings that a pattern matches, as far as they can be derived; look-around is ignored. */
function samplesOf({ source, flags }: RegExp): readonly string[] {
  const bare = source.replace(/\(\?<?[=!](?:[^()\\]|\\.|\([^()]*\))*\)/g, '').replace(/\\[bB]/g, '');
  try {
    const pattern = new RegExp(bare, flags.replace(/[gy]/g, ''));
    return fc.sample(fc.stringMatching(pattern, { size: '-1' }), { numRuns: 14, seed: 7 });
  } catch {
    return [];
  }
}

function growthsOf({ pattern }: RegexpLiteral) {
  const samples = samplesOf(pattern);
  const run = timed(pattern);
  const heads = ['', ...samples.slice(0, 2).map((sample) => sample.slice(0, 8))];
  const attacks = [...attacksFrom(samples), ...attacksBehind(heads)];
  return worstAttacks(run, attacks, 50).map((attack) => ({ attack: attack(12), ...growthOf(run, attack) }));
}

function timed(pattern: RegExp) {
  return (text: string): unknown => {
    pattern.lastIndex = 0;
    return pattern.global ? text.replace(pattern, '') : pattern.exec(text);
  };
}
