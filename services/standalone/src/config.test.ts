import { describe, expect, test } from '@jest/globals';
import { ConfigError } from '@sluice/runtime';
import { readStandaloneConfig } from './config.js';

describe('settings of the standalone command', () => {
  test('have defaults: port 8000, admin port 8001, embedded servers, a demo project', () => {
    expect(readStandaloneConfig({}, '/checkout')).toMatchObject({
      port: 8000,
      adminPort: 8001,
      dataDir: '/checkout/.data',
      databaseUrl: undefined,
      redisUrl: undefined,
      demo: true,
      install: true,
      logLevel: 'warn',
    });
  });

  test.each([
    [{ PORT: '9000' }, { port: 9000, adminPort: 9001 }],
    [{ PORT: '0' }, { port: 0, adminPort: 0 }],
    [{ PORT: '65535' }, { port: 65_535, adminPort: 65_534 }],
    [{ ADMIN_PORT: '7' }, { port: 8000, adminPort: 7 }],
    [{ DATA_DIR: '/elsewhere/x y' }, { dataDir: '/elsewhere/x y' }],
    [{ DATA_DIR: 'second' }, { dataDir: '/checkout/second' }],
    [
      { DEMO: '0', SLUICE_INSTALL: '0' },
      { demo: false, install: false },
    ],
    [{ REDIS_MAX_MEMORY_MB: '64' }, { redisMaxMemoryBytes: 67_108_864 }],
  ])('are read from %j', (env, expected) => {
    expect(readStandaloneConfig(env, '/checkout')).toMatchObject(expected);
  });

  test('reports all problems together, each with its variable', () => {
    const read = (): unknown =>
      readStandaloneConfig({ PORT: 'http', DATABASE_URL: 'mysql://x', DEMO: 'maybe' }, '/checkout');
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT=http: .*\nDATABASE_URL=mysql:.*\nDEMO=maybe: must be 1 or 0/);
  });

  test('rejects equal ports', () => {
    expect(() => readStandaloneConfig({ PORT: '9000', ADMIN_PORT: '9000' }, '/')).toThrow('must differ from PORT');
  });
});
