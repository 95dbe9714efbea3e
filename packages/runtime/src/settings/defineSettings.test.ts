import { describe, expect, test } from '@jest/globals';
import { ConfigError } from './configError.js';
import { defineSettings, readSettings, resolveSettings, type Env } from './defineSettings.js';
import { choice, custom, Derived, flag, integer, mebibytes, secret, text, url, type Setting } from './setting.js';

const meaning = 'For a test.';
const COUNT = integer('COUNT', { default: 7, min: 1, max: 9, meaning });
const TWICE = integer('TWICE', {
  default: new Derived('2 × `COUNT`', (get) => 2 * get(COUNT)),
  min: new Derived('`COUNT`', (get) => get(COUNT)),
  max: 100,
  meaning,
});
const SETTINGS = defineSettings({
  count: COUNT,
  twice: TWICE,
  name: text('NAME', { default: undefined, meaning }),
  on: flag('FLAG', { default: true, meaning }),
  mode: choice('MODE', { words: ['day', 'hour'], default: 'day', meaning }),
  group: defineSettings({ size: mebibytes('SIZE_MB', { default: 1, min: 1, max: 9, meaning }) }, ({ size }) => [size]),
});

describe('settings', () => {
  test('have their defaults where a variable is unset or blank', () => {
    expect(readSettings(SETTINGS, { COUNT: ' ', NAME: '' })).toEqual({
      count: 7,
      twice: 14,
      name: undefined,
      on: true,
      mode: 'day',
      group: [1_048_576],
    });
  });

  test('are read from the environment', () => {
    const env = { COUNT: ' 3 ', TWICE: '50', NAME: 'x', FLAG: 'no', MODE: 'hour', SIZE_MB: '2' };
    expect(readSettings(SETTINGS, env)).toEqual({
      count: 3,
      twice: 50,
      name: 'x',
      on: false,
      mode: 'hour',
      group: [2_097_152],
    });
  });

  test('a default and a bound follow another setting', () => {
    expect(readSettings(SETTINGS, { COUNT: '4' }).twice).toBe(8);
    expect(problemsOf({ COUNT: '4', TWICE: '3' })).toEqual(['TWICE=3: must be a whole number from 4 to 100']);
  });

  test('report all problems together, one line each', () => {
    expect(problemsOf({ COUNT: '1.5', FLAG: 'maybe', MODE: 'q', SIZE_MB: '10' })).toEqual([
      'COUNT=1.5: must be a whole number from 1 to 9',
      'FLAG=maybe: must be 1 or 0',
      'MODE=q: must be one of day, hour',
      'SIZE_MB=10: must be a whole number from 1 to 9',
    ]);
  });

  test('are parsed once, however many others follow them', () => {
    let parsed = 0;
    const SOURCE: Setting<string> = custom('SOURCE', {
      default: '',
      range: '',
      meaning,
      parse: (value) => {
        parsed += 1;
        return value;
      },
    });
    const follower = (env: string): Setting<string> =>
      text(env, { default: new Derived('`SOURCE`', (get) => get(SOURCE)), meaning });
    const settings = defineSettings({ a: follower('A'), source: SOURCE, b: follower('B') });
    expect(readSettings(settings, { SOURCE: 'x' })).toEqual({ a: 'x', source: 'x', b: 'x' });
    expect(parsed).toBe(1);
  });

  test('are shown with the text in force, without passwords and secrets', () => {
    const settings = defineSettings({
      count: COUNT,
      twice: TWICE,
      database: url('DATABASE_URL', { schemes: ['postgres'], default: undefined, meaning }),
      token: secret('TOKEN', { default: '', meaning }),
    });
    const env = { COUNT: '2', DATABASE_URL: 'postgres://sluice:hunter2@db/x', TOKEN: 'hunter2' };
    expect(resolveSettings(settings, env).effective).toEqual({
      COUNT: '2',
      TWICE: '4',
      DATABASE_URL: 'postgres://…@db/x',
      TOKEN: '…',
    });
    expect(resolveSettings(settings, {}).effective).toMatchObject({ DATABASE_URL: '', TOKEN: '' });
  });

  test.each([
    ['DATABASE_URL', 'postgre://sluice:hunter2@db/sluice', 'DATABASE_URL=…@db/sluice: '],
    ['REDIS_URL', ':hunter2@127.0.0.1', 'REDIS_URL=…@127.0.0.1: '],
  ])('a problem of %s shows no password', (name, value, expected) => {
    const settings = defineSettings({ url: url(name, { schemes: ['postgres'], default: undefined, meaning }) });
    expect(() => readSettings(settings, { [name]: value })).toThrow(expected);
    expect(() => readSettings(settings, { [name]: value })).not.toThrow(/hunter2/);
  });

  test('a problem of a secret shows nothing of it', () => {
    const hidden = { ...COUNT, env: 'TOKEN', isSecret: true };
    expect(() => readSettings(defineSettings({ hidden }), { TOKEN: 'hunter2' })).toThrow('TOKEN=…: must be');
  });
});

function problemsOf(env: Env): readonly string[] {
  try {
    readSettings(SETTINGS, env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
}
