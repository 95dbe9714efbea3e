import { describe, expect, test } from '@jest/globals';
import { parseRedisUrl, type RedisAddress } from './redisAddress.js';

describe('a Redis URL', () => {
  const none = { sentinelCredentials: {}, database: 0 };

  test.each<[string, RedisAddress]>([
    ['redis://a', { kind: 'server', url: 'redis://a' }],
    ['rediss://u:p@a:1/2', { kind: 'server', url: 'rediss://u:p@a:1/2' }],
    ['redis+cluster://a', { kind: 'cluster', tls: false, nodes: [{ host: 'a', port: 6379 }] }],
    [
      'rediss+cluster://u:p%40%2F@a:1,[::1]:2,b/',
      {
        kind: 'cluster',
        tls: true,
        username: 'u',
        password: 'p@/',
        nodes: [
          { host: 'a', port: 1 },
          { host: '::1', port: 2 },
          { host: 'b', port: 6379 },
        ],
      },
    ],
    [
      'redis+sentinel://:p@w@a,b:7/main',
      {
        ...none,
        kind: 'sentinel',
        tls: false,
        password: 'p@w',
        master: 'main',
        sentinels: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 7 },
        ],
      },
    ],
    [
      'redis+sentinel://a/main/3?sentinel_username=s&sentinel_password=t%26',
      {
        kind: 'sentinel',
        tls: false,
        master: 'main',
        database: 3,
        sentinels: [{ host: 'a', port: 26379 }],
        sentinelCredentials: { username: 's', password: 't&' },
      },
    ],
  ])('is parsed: %s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  test.each([
    ['http://a', 'must be a URL that begins with redis:// or rediss://'],
    ['a:6379', 'redis+cluster:// or redis+sentinel://'],
    ['redis+cluster://', 'must be of the form redis+cluster://'],
    ['redis+cluster://a:0', 'must list its hosts'],
    ['redis+cluster://a:70000', 'must list its hosts'],
    ['redis+cluster://a,,b', 'must list its hosts'],
    ['redis+cluster://a/1', 'only database 0'],
    ['redis+cluster://a?x=1', 'must have no options'],
    ['redis+cluster://%zz@a', 'percent-encoded'],
    ['redis+sentinel://a', 'the name of the master'],
    ['redis+sentinel://a/main/x', 'number of the database'],
    ['redis+sentinel://a/main?password=x', 'sentinel_username and sentinel_password'],
  ])('%s is refused with the remedy', (url, message) => {
    expect(() => parseRedisUrl(url)).toThrow(message);
  });
});
