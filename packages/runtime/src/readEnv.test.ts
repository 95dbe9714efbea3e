import { describe, expect, test } from '@jest/globals';
import { anyText, ConfigError, flag, listOf, oneOf, readEnv, urlOf, wholeNumber } from './readEnv.js';

describe('readEnv', () => {
  test('gives defaults for what is unset or blank', () => {
    const env = readEnv({ A: ' ' });
    expect(env.get('A', 7, wholeNumber(1, 9))).toBe(7);
    expect(env.get('B', 'x', anyText)).toBe('x');
    expect(() => env.finish()).not.toThrow();
  });

  test('reports every problem at once, each naming its variable', () => {
    const env = readEnv({ PORT: '80000', FLAG: 'maybe', URL: 'http://x', MODE: 'q' });
    env.get('PORT', 1, wholeNumber(0, 65_535));
    env.get('FLAG', true, flag);
    env.get('URL', '', urlOf('redis', 'rediss'));
    env.get('MODE', 'day', oneOf('day', 'hour'));
    let problem: unknown;
    try {
      env.finish();
    } catch (error) {
      problem = error;
    }
    expect(problem).toBeInstanceOf(ConfigError);
    expect((problem as Error).message.split('\n')).toEqual([
      'PORT=80000: must be a whole number from 0 to 65535',
      'FLAG=maybe: must be 1 or 0',
      'URL=http://x: must be a URL that begins with redis:// or rediss://',
      'MODE=q: must be one of day, hour',
    ]);
  });

  test.each([
    ['DATABASE_URL', 'postgre://sluice:hunter2@db/sluice', 'DATABASE_URL=…@db/sluice: '],
    ['REDIS_URL', ':hunter2@127.0.0.1', 'REDIS_URL=…@127.0.0.1: '],
    ['S3_SECRET_ACCESS_KEY', 'hunter2', 'S3_SECRET_ACCESS_KEY=…: '],
  ])('a problem of %s shows no password', (name, text, expected) => {
    const env = readEnv({ [name]: text });
    env.get(name, '', urlOf('postgres'));
    expect(() => env.finish()).toThrow(expected);
    expect(() => env.finish()).not.toThrow(/hunter2/);
  });

  test('splits lists and drops blanks', () => {
    expect(readEnv({ L: ' a, b,,c ' }).get('L', [], listOf)).toEqual(['a', 'b', 'c']);
  });
});
