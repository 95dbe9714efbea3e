import { describe, expect, test } from '@jest/globals';
import { compileFilters } from '@sluice/filters';
import { log } from '../testing/events.js';
import { factsFor, sent, settingsWith } from '../testing/facts.js';
import { admitEvents } from './admitBatch.js';
import type { BatchFacts } from './admitEvent.js';

describe('the entries of filters that drop events', () => {
  const lists = { environments: ['dev', 'd*'], messages: ['a:b, *'], releases: ['1.*'] };
  const inEnvironment = (environment: string) => log({ contexts: { environment } });

  test('are counted by verdict and name, the first that matches', () => {
    const boom = log({ payload: { message: 'a:b, c' } });
    const events = [inEnvironment('dev'), inEnvironment('demo'), log(), inEnvironment('dev'), boom];
    expect(entriesOf(events)).toBe('i:dev:2,i:d*:1,l:a%3Ab%2C%20*:1');
  });

  test('add up to the verdicts of their filters', () => {
    const events = [inEnvironment('dev'), log({ contexts: { release: '1.2' } }), inEnvironment('prod'), 5];
    const { verdicts, entries } = admitEvents(sent(events), factsFor(events, withFilters(lists)));
    expect(entries.split(',').map((entry) => entry[0])).toEqual(Array.from(verdicts.replace(/[^hijl]/g, '')));
  });

  test('name the block that contains the address; other filters have none', () => {
    expect(entriesOf([log(), log()], { addressEntry: '10.0.0.0%2F8' })).toBe('h:10.0.0.0%2F8:2');
    expect(entriesOf([log()], { agent: { isCrawler: true, isLegacyBrowser: false } })).toBe('');
  });

  test('beyond the hundredth of a list share one name, and long ones are cut', () => {
    const many = Array.from({ length: 120 }, (_, index) => `env${index}`);
    const names = entriesOf([inEnvironment('env99'), inEnvironment('env100'), inEnvironment('env119')], {
      ...withFilters({ environments: many }),
    });
    expect(names).toBe('i:env99:1,i:(other):2');
    const long = 'x'.repeat(150);
    expect(entriesOf([inEnvironment(long)], withFilters({ environments: [long] }))).toBe(
      `i:${'x'.repeat(99)}${encodeURIComponent('…')}:1`,
    );
  });

  function entriesOf(events: readonly unknown[], overrides = withFilters(lists)): string {
    return admitEvents(sent(events), factsFor(events, overrides)).entries;
  }
});

function withFilters(filters: Parameters<typeof settingsWith>[0]): Partial<BatchFacts> {
  return {
    filters: compileFilters(settingsWith(filters)),
  };
}
