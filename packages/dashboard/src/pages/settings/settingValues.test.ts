import { describe, expect, test } from '@jest/globals';
import { changesOf, entriesOf, readSetting, valueText, type Settings } from './settingValues';

const settings = { scrub: false, filters: { ips: ['::1'], crawlers: true } } as unknown as Settings;

describe('settings', () => {
  test('are read by their full name', () => {
    expect([readSetting(settings, 'scrub'), readSetting(settings, 'filters.crawlers')]).toEqual([false, true]);
  });

  test('are changed if a drafted value differs from the saved one', () => {
    const draft = { scrub: true, 'filters.ips': ['::1'], 'filters.crawlers': false };
    expect(changesOf(settings, draft).map(({ name }) => name)).toEqual(['scrub', 'filters.crawlers']);
  });

  test.each([
    [null, 'none'],
    [true, 'on'],
    [1_000, '1,000'],
    [[], 'empty'],
    [['a', 'b'], 'a, b'],
    [Array.from({ length: 40 }, () => 'entry'), '40 entries'],
  ])('%j reads %s', (value, expected) => {
    expect(valueText(value)).toBe(expected);
  });

  test('entries are the lines that are not empty', () => {
    expect(entriesOf(' a \n\n b*\n')).toEqual(['a', 'b*']);
  });
});
