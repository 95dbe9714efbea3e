import { describe, expect, test } from '@jest/globals';
import { keys } from './keys.js';

const tagOf = (key: string): string | undefined => /\{(.+?)\}/.exec(key)?.[1];

describe('keys of one script share a hash tag', () => {
  test('those of an organization', () => {
    const touched = [keys.ledger('1'), keys.record('1', 'ab'), keys.answer('1', 'ab', 'n')];
    expect(touched.map(tagOf)).toEqual(['org:1', 'org:1', 'org:1']);
  });

  test('those of the projection', () => {
    expect([keys.settings, keys.settingsChanges].map(tagOf)).toEqual(['settings', 'settings']);
  });

  test('organizations do not share one', () => {
    expect(tagOf(keys.ledger('1'))).not.toBe(tagOf(keys.ledger('2')));
  });
});
