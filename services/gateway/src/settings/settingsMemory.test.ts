import { describe, expect, test } from '@jest/globals';
import { newProject } from '../testing/gatewayHarness.js';
import { compileProject } from './compileProject.js';
import { SettingsMemory } from './settingsMemory.js';

const PROJECT = compileProject(newProject());

describe('SettingsMemory', () => {
  test('returns a known key until it changes', () => {
    const known = memory();
    known.remember('a', PROJECT);
    expect(known.find('a')).toBe(PROJECT);
    known.outdate('a');
    expect(known.find('a')).toBeUndefined();
    expect(known.useOutdated('a', 60_000)).toBe(PROJECT);
    expect(known.find('a')).toBe(PROJECT);
  });

  test('remembers an unknown key until it changes or expires', () => {
    const known = memory();
    known.remember('a', 'unknown');
    expect(known.find('a')).toBe('unknown');
    known.outdate('a');
    expect(known.find('a')).toBeUndefined();
    const forgetful = memory(1, 1, 0);
    forgetful.remember('a', 'unknown');
    expect(forgetful.find('a')).toBeUndefined();
  });

  test.each(['disabled', 'unknown'] as const)('does not use a key that became %s as outdated', (state) => {
    const known = memory();
    known.remember('a', PROJECT);
    known.remember('a', state);
    expect(known.find('a')).toBe(state);
    expect(known.useOutdated('a', 1)).toBeUndefined();
  });

  test('does not replace an entry by an outdated answer', () => {
    const known = memory();
    const newer = compileProject(newProject());
    known.remember('a', newer);
    known.rememberOutdated('a', PROJECT);
    expect(known.find('a')).toBe(newer);
    known.rememberOutdated('b', PROJECT);
    expect(known.find('b')).toBeUndefined();
    expect(known.useOutdated('b', 60_000)).toBe(PROJECT);
  });

  test('bounds both kinds and drops the oldest first', () => {
    const known = memory(2, 2);
    for (const key of ['a', 'b', 'c']) known.remember(key, PROJECT);
    for (const key of ['x', 'y', 'z']) known.remember(key, 'unknown');
    expect(known.keys()).toEqual(['b', 'c', 'y', 'z']);
  });
});

function memory(maxCachedKeys = 10, maxUnknownKeys = 10, unknownKeyMs = 60_000): SettingsMemory {
  return new SettingsMemory({ maxCachedKeys, maxUnknownKeys, unknownKeyMs });
}
