import { beforeAll, describe, expect, test } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineSettings, resolveSettings, type EffectiveSettings, type Env } from './defineSettings.js';
import { secret, text } from './setting.js';
import { DATABASE_URL } from './databaseSettings.js';
import { REDIS_QUEUE_URL, REDIS_URL } from './sharedSettings.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const SETTINGS = defineSettings({
  token: secret('TOKEN', { default: '', meaning: 'For a test.' }),
  plain: text('PLAIN', { default: 'unset', meaning: 'For a test.' }),
  databaseUrl: DATABASE_URL,
  redisUrl: REDIS_URL,
  queueRedisUrl: REDIS_QUEUE_URL,
});

const folder = useDirectory('settings');
beforeAll(() => {
  const contents = { token: 'hunter2\n', empty: ' \n', password: 'p/w', url: 'postgres://u:hunter2@db/sluice\n' };
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder.path, name), content);
});

describe('a secret setting', () => {
  test('is read from the file that <name>_FILE names, and not shown', () => {
    const { values, effective } = read({ TOKEN_FILE: 'token', DATABASE_URL_FILE: 'url' });
    expect(values).toMatchObject({ token: 'hunter2', databaseUrl: 'postgres://u:hunter2@db/sluice' });
    expect(effective).toMatchObject({ TOKEN: '…', DATABASE_URL: 'postgres://…@db/sluice' });
  });

  test.each<[string, Env, RegExp]>([
    ['both variables are set', { TOKEN: 'hunter2', TOKEN_FILE: 'token' }, /^TOKEN and TOKEN_FILE are both set/],
    ['the file is empty', { TOKEN_FILE: 'empty' }, /^TOKEN_FILE=\/\S+empty: the file is empty$/],
    ['the file is missing', { TOKEN_FILE: 'no' }, /^TOKEN_FILE=\/\S+no: the file cannot be read \(ENOENT\)$/],
    ['the content is wrong', { REDIS_URL_FILE: 'token' }, /^REDIS_URL=…: must be a URL that begins with redis:/],
  ])('is a problem without the secret if %s', (_what, env, message) => {
    expect(() => read(env)).toThrow(message);
    expect(() => read(env)).not.toThrow(/hunter2/);
  });

  test('other settings are not read from files', () => {
    expect(read({ PLAIN_FILE: 'token' }).values['plain']).toBe('unset');
  });
});

describe('the password of a server', () => {
  test('is part of its URL, and of no log', () => {
    const { values, effective } = read({
      DATABASE_URL: 'postgres://sluice_api_1@db/sluice',
      DATABASE_PASSWORD_FILE: 'password',
      REDIS_PASSWORD_FILE: 'token',
    });
    expect(values).toMatchObject({
      databaseUrl: 'postgres://sluice_api_1:p%2Fw@db/sluice',
      redisUrl: 'redis://:hunter2@127.0.0.1:6379',
      queueRedisUrl: 'redis://:hunter2@127.0.0.1:6379',
    });
    expect(JSON.stringify(effective)).not.toMatch(/hunter2|p.*w/);
  });
});

function read(env: Env): EffectiveSettings<{ readonly [name: string]: string }> {
  const files = Object.entries(env).map(([name, value]) => [
    name,
    name.endsWith('_FILE') ? join(folder.path, value ?? '') : value,
  ]);
  return resolveSettings(SETTINGS, Object.fromEntries(files) as Env);
}
