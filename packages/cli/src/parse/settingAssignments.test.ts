import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { settingAssignments } from './settingAssignments.js';
import { ORGANIZATION_SETTINGS, PROJECT_SETTINGS } from './settingNames.js';

describe('settings on the command line', () => {
  test('accepts every project setting (protocol 2.9)', () => {
    expect([...PROJECT_SETTINGS.keys()]).toEqual([
      'ingestion',
      'allowedDomains',
      'allowNoOrigin',
      ...[
        'ips',
        'environments',
        'releases',
        'messages',
        'crawlers',
        'browserExtensions',
        'localhost',
        'legacyBrowsers',
      ].map((name) => `filters.${name}`),
      ...['exception', 'log', 'span', 'hit', 'replay'].map((type) => `sampleRates.${type}`),
      'spikeProtection',
      'eventsPerHour',
      'bytesPerHour',
      'scrub',
      'storeIp',
      'refusedSamples',
    ]);
    expect([...ORGANIZATION_SETTINGS.keys()]).toEqual([
      'sourceMaps',
      ...['errors', 'logs', 'spans', 'metrics', 'replays'].map((pool) => `monthly.${pool}`),
      'retentionDays',
    ]);
  });

  test.each<[string, string, Json]>([
    ['storeIp=truncated', 'storeIp', 'truncated'],
    ['store_ip="off"', 'storeIp', 'off'],
    ['filters.ips=["10.0.0.0/8"]', 'filters.ips', ['10.0.0.0/8']],
    ['filters.ips=10.0.0.0/8,::1', 'filters.ips', ['10.0.0.0/8', '::1']],
    ['filters.releases=1.0', 'filters.releases', ['1.0']],
    ['filters.environments=dev', 'filters.environments', ['dev']],
    ['filters.environments=', 'filters.environments', []],
    ['allowedDomains=[]', 'allowedDomains', []],
    ['filters.messages=["a=b"]', 'filters.messages', ['a=b']],
    ['sampleRates.span=0.5', 'sampleRates.span', 0.5],
    ['eventsPerHour=100', 'eventsPerHour', 100],
    ['eventsPerHour=null', 'eventsPerHour', null],
    ['eventsPerHour=none', 'eventsPerHour', null],
    ['bytesPerHour=5000000', 'bytesPerHour', 5_000_000],
    ['bytesPerHour=none', 'bytesPerHour', null],
    ['scrub=true', 'scrub', true],
    ['ingestion=off', 'ingestion', false],
    ['events_per_hour=100', 'eventsPerHour', 100],
    ['sample_rates.span=0.5', 'sampleRates.span', 0.5],
    ['sample_rates={"span":0.5}', 'sampleRates.span', 0.5],
  ])('%s is read as a setting', (word, name, value) => {
    expect(settingAssignments([word], PROJECT_SETTINGS)).toEqual({ [name]: value });
  });

  test('a group may be given whole', () => {
    expect(settingAssignments(['filters={"crawlers":false,"ips":["::1"]}', 'scrub=on'], PROJECT_SETTINGS)).toEqual({
      'filters.crawlers': false,
      'filters.ips': ['::1'],
      scrub: true,
    });
  });

  test.each([
    ['scrub', 'not of the form'],
    ['=1', 'not of the form'],
    ['scrub=maybe', 'scrub=maybe: must be true or false'],
    ['scrub=1', 'must be true or false'],
    ['scrub=constructor', 'must be true or false'],
    ['toString=1', 'unknown setting toString'],
    ['__proto__.x=1', 'unknown setting'],
    ['sampleRates.span=half', 'must be a number'],
    ['eventsPerHour=many', 'or null for no limit'],
    ['filters.ips=["10.0.0.0/8"', 'must be a JSON array'],
    ['filters.ips=[1]', 'must be a JSON array'],
    ['filters=on', 'filters is a group'],
    ['filter.ips=::1', 'unknown setting filter.ips; settings: ingestion,'],
    ['monthly.errors=1', 'unknown setting'],
  ])('%s is refused', (word, message) => {
    expect(() => settingAssignments([word], PROJECT_SETTINGS)).toThrow(message);
  });

  test('a setting given twice is refused', () => {
    expect(() => settingAssignments(['scrub=on', 'scrub=off'], PROJECT_SETTINGS)).toThrow('scrub is set twice');
    expect(() => settingAssignments(['events_per_hour=1', 'eventsPerHour=2'], PROJECT_SETTINGS)).toThrow(
      'eventsPerHour is set twice',
    );
  });
});
