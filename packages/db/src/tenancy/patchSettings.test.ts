import { describe, expect, test } from '@jest/globals';
import { DEFAULT_ORGANIZATION_SETTINGS, DEFAULT_PROJECT_SETTINGS, type Json } from '@sluice/contract';
import { patchSettings, resolveSettings } from './patchSettings.js';
import { ORGANIZATION_RULES, PROJECT_RULES } from './settingRules.js';

const APP_ORIGINS = [
  'app://*',
  'app://shop',
  'app://*.shop',
  'app://.',
  'app://-',
  'app://',
  'file://',
  'null',
  'com.example.app://main',
  'capacitor://localhost',
  'ionic://localhost:8100',
  'tauri://localhost',
  'moz-extension://*',
  'APP://Shop',
  'chrome-extension://cjpalhdlnbpafiamejdnhcphjbkeiagm',
];

const GOOD: readonly [name: string, value: Json][] = [
  ['ingestion', false],
  [
    'allowedDomains',
    [
      'example.com',
      'example.com:8443',
      '*.example.com',
      '*',
      'https://a.example',
      'localhost:3000',
      '[::1]:80',
      'bücher.example',
    ],
  ],
  ['allowedDomains', APP_ORIGINS],
  ['filters.ips', ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '::ffff:10.0.0.1']],
  ['filters.environments', ['dev-*', 'test']],
  ['filters.messages', []],
  ['filters.messages', ['x'.repeat(512)]],
  ['filters.messages', Array.from({ length: 256 }, (_, index) => `*loop ${index}*`)],
  ['filters.environments', Array.from({ length: 1_000 }, (_, index) => `dev-${index}-*`)],
  ['sampleRates.span', 0],
  ['sampleRates.replay', 0.25],
  ['eventsPerHour', 0],
  ['eventsPerHour', null],
  ['bytesPerHour', 0],
  ['bytesPerHour', null],
];

describe('patchSettings', () => {
  test.each(GOOD)('takes %s = %j', (name, value) => {
    const settings = resolveSettings(DEFAULT_PROJECT_SETTINGS, patchSettings({}, { [name]: value }, PROJECT_RULES));
    const [head = '', part] = name.split('.');
    const found = (settings as unknown as Record<string, Record<string, Json> & Json>)[head];
    expect(part === undefined ? found : found?.[part]).toEqual(value);
  });

  test.each<[name: string, value: Json]>([
    ['ingestion', 'yes'],
    ['allowedDomains', 'example.com'],
    ['allowedDomains', ['exa mple.com']],
    ['allowedDomains', ['example.com/path']],
    ['allowedDomains', ['*.*.com']],
    ['allowedDomains', ['foo*.com']],
    ['allowedDomains', ['example.com:99999']],
    ['allowedDomains', ['']],
    ['allowedDomains', [`${'a.'.repeat(150)}b`]],
    ['allowedDomains', ['app:shop']],
    ['allowedDomains', ['app://shop/page']],
    ['allowedDomains', ['app://*shop']],
    ['allowedDomains', ['app://*.']],
    ['allowedDomains', ['app://a b']],
    ['allowedDomains', ['app://user@shop']],
    ['allowedDomains', ['app://shop:99999']],
    ['allowedDomains', ['file:///']],
    ['allowedDomains', ['://shop']],
    ['allowedDomains', [7]],
    ['filters.ips', ['300.1.1.1']],
    ['filters.ips', ['10.0.0.0/33']],
    ['filters.ips', ['::1/129']],
    ['filters.ips', ['10.0.0.0/8/8']],
    ['filters.ips', ['10.0.0.0/']],
    ['filters.environments', ['']],
    ['filters.releases', ['a\nb']],
    ['filters.messages', ['x'.repeat(513)]],
    ['filters.messages', Array.from({ length: 1_001 }, () => 'x')],
    ['sampleRates.span', 1.01],
    ['sampleRates.span', '0.5'],
    ['eventsPerHour', -1],
    ['eventsPerHour', 1.5],
    ['bytesPerHour', '2 GB'],
  ])('refuses %s = %j in one line that names it', (name, value) => {
    expect(() => patchSettings({}, { [name]: value }, PROJECT_RULES)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringMatching(`^${name} must be .+, not .{1,60}$`) }),
    );
  });

  test.each(['filter.ips', 'filters', 'sampleRates.trace', '__proto__', 'constructor', 'filters.ips.more'])(
    'refuses the unknown setting %s and says which there are',
    (name) => {
      const patch = JSON.parse(`{"${name}": true}`) as Record<string, Json>;
      expect(() => patchSettings({}, patch, PROJECT_RULES)).toThrow(
        `unknown setting ${name}; known settings: ingestion,`,
      );
    },
  );

  test('names the pattern with which a list costs too much, and takes the list if it is stored', () => {
    const messages = ['*never*', `*a*${'b'.repeat(500)}*`, `*a*${'c'.repeat(500)}*`, `*a*${'d'.repeat(500)}*`];
    const patch = { filters: { messages } };
    expect(() => patchSettings({}, patch, PROJECT_RULES)).toThrow(
      expect.objectContaining({
        code: 'invalid',
        message: expect.stringMatching(
          /^filters\.messages\[3\]: "\*a\*d{56}…" makes the list too expensive to match \(cost at most 1024: .+\)\. Shorten .+$/,
        ),
      }),
    );
    expect(patchSettings({ filters: { messages } }, { ...patch, scrub: true }, PROJECT_RULES)).toMatchObject({
      filters: { messages },
    });
  });

  test('takes 256 texts to search for, and not one more', () => {
    const messages = Array.from({ length: 256 }, (_, index) => `*${'x'.repeat(400)}${index}*`);
    const more = { filters: { messages: [...messages, '*one more*'] } };
    expect(() => patchSettings({}, more, PROJECT_RULES)).toThrow('filters.messages[256]: "*one more*" makes the list');
    expect(patchSettings({}, { filters: { messages } }, PROJECT_RULES)).toEqual({ filters: { messages } });
  });

  test('a thousand unknown settings make no longer an answer than a few', () => {
    const patch = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`${'x'.repeat(500)}${index}`, true]));
    expect(() => patchSettings({}, patch, PROJECT_RULES)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(/^.{1,800}$/) }),
    );
  });

  test('reports everything that is wrong at once', () => {
    expect(() => patchSettings({}, { ingestion: 1, scrub: 2 }, PROJECT_RULES)).toThrow(
      'ingestion must be true or false, not 1; scrub must be true or false, not 2',
    );
  });

  test('takes groups as well as full names, and leaves the other settings alone', () => {
    const stored = { scrub: true, filters: { localhost: true } };
    const patched = patchSettings(stored, { filters: { crawlers: false }, 'sampleRates.log': 0.5 }, PROJECT_RULES);
    expect(patched).toEqual({
      scrub: true,
      filters: { localhost: true, crawlers: false },
      sampleRates: { log: 0.5 },
    });
  });

  test('stores only set values; null restores the default', () => {
    expect(
      patchSettings(
        { scrub: true, filters: { localhost: true } },
        { scrub: null, 'filters.localhost': null },
        PROJECT_RULES,
      ),
    ).toEqual({});
    expect(resolveSettings(DEFAULT_PROJECT_SETTINGS, {})).toEqual(DEFAULT_PROJECT_SETTINGS);
    expect(resolveSettings(DEFAULT_ORGANIZATION_SETTINGS, {})).toEqual(DEFAULT_ORGANIZATION_SETTINGS);
  });

  test.each<[string, Json, boolean]>([
    ['monthly.errors', 1_000, true],
    ['monthly.errors', null, true],
    ['monthly.exception', 1_000, false],
    ['retentionDays', 90, true],
    ['retentionDays', 0, false],
    ['sourceMaps', false, true],
  ])('organization setting %s = %j is accepted: %s', (name, value, accepted) => {
    const patch = (): unknown => patchSettings({}, { [name]: value }, ORGANIZATION_RULES);
    if (accepted) expect(patch).not.toThrow();
    else expect(patch).toThrow();
  });
});
