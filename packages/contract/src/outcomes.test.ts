import { describe, expect, test } from '@jest/globals';
import { EVENT_TYPES, TYPE_CODES, typeOfCode } from './eventTypes.js';
import { verdictCode, IGNORED, OUTCOMES, PROCESSED, UNDECIDED, VERDICTS } from './outcomes.js';
import { tallyOf } from './tally.js';

describe('verdict codes (protocol 3.1)', () => {
  test('every code is one character, names one verdict, and comes back from it', () => {
    for (const [code, verdict] of Object.entries(VERDICTS)) {
      expect(code).toHaveLength(1);
      expect(verdictCode(verdict)).toBe(code);
    }
    expect(VERDICTS[PROCESSED]?.outcome).toBe('processed');
  });

  test('undecided and ignored events are not verdicts', () => {
    expect(VERDICTS[UNDECIDED]).toBeUndefined();
    expect(VERDICTS[IGNORED]).toBeUndefined();
  });

  test('a pair that does not exist is refused loudly', () => {
    expect(() => verdictCode({ outcome: 'processed', reason: 'sampled' })).toThrow('processed/sampled');
  });

  test('type codes come back as their types', () => {
    for (const type of [...EVENT_TYPES, 'unknown'] as const) expect(typeOfCode(TYPE_CODES[type])).toBe(type);
    expect(typeOfCode(IGNORED)).toBeUndefined();
  });

  test('the tally counts each decided event once and ignores trace events', () => {
    const verdicts = Object.keys(VERDICTS).join('') + 'pp' + IGNORED + UNDECIDED;
    const tally = tallyOf(verdicts);
    expect(tally).toEqual({ processed: 3, invalid: 6, filtered: 10, rate_limited: 4, quota_exceeded: 1 });
    expect(OUTCOMES.reduce((sum, outcome) => sum + tally[outcome], 0)).toBe(verdicts.length - 2);
  });
});
