import { describe, expect, test } from '@jest/globals';
import { readSettings, resolveSettings, type Env } from '@sluice/runtime';
import { BLOB_STORE_SETTINGS, type BlobStoreConfig } from './storeConfig.js';

const read = (env: Env): BlobStoreConfig => readSettings(BLOB_STORE_SETTINGS, env);
const KEYS = { S3_ACCESS_KEY_ID: 'AKIA', S3_SECRET_ACCESS_KEY: 'hush' };

describe('the store of source maps', () => {
  test.each<[Env, object]>([
    [{}, { kind: 'postgres' }],
    [{ SOURCE_MAP_STORE: 'postgres' }, { kind: 'postgres' }],
    [{ SOURCE_MAP_STORE: 'file:///var/lib/sluice/maps' }, { kind: 'directory', root: '/var/lib/sluice/maps' }],
    [{ SOURCE_MAP_STORE: 'file:///var/my%20maps/' }, { kind: 'directory', root: '/var/my maps' }],
    [
      { SOURCE_MAP_STORE: 's3://maps', ...KEYS },
      { kind: 's3', bucket: 'maps', prefix: '', region: 'us-east-1', endpoint: 'https://s3.us-east-1.amazonaws.com' },
    ],
    [
      { SOURCE_MAP_STORE: 's3://maps.acme/a/b', S3_REGION: 'eu-central-1', ...KEYS },
      { bucket: 'maps.acme', prefix: 'a/b/', endpoint: 'https://s3.eu-central-1.amazonaws.com' },
    ],
    [
      { SOURCE_MAP_STORE: 's3://maps/a/', S3_ENDPOINT: 'http://minio:9000/', S3_REGION: 'auto', ...KEYS },
      { prefix: 'a/', endpoint: 'http://minio:9000', region: 'auto', accessKeyId: 'AKIA' },
    ],
  ])('is read from %j', (env, expected) => {
    expect(read(env)).toMatchObject(expected);
  });

  test.each<[Env, string]>([
    [{ SOURCE_MAP_STORE: 'mysql' }, 'must be postgres, file:///absolute/directory or s3://bucket/prefix'],
    [{ SOURCE_MAP_STORE: '/var/maps' }, 'must be postgres, file:///absolute/directory or s3://bucket/prefix'],
    [{ SOURCE_MAP_STORE: 'file://maps' }, 'must name a directory by its absolute path, file:///…'],
    [{ SOURCE_MAP_STORE: 'file://host/maps' }, 'must name a directory by its absolute path, file:///…'],
    [{ SOURCE_MAP_STORE: 'file:///' }, 'must name a directory by its absolute path, file:///…'],
    [{ SOURCE_MAP_STORE: 's3://', ...KEYS }, 'must name a bucket, s3://bucket/prefix'],
    [{ SOURCE_MAP_STORE: 's3://Maps', ...KEYS }, 'must name a bucket, s3://bucket/prefix'],
    [{ SOURCE_MAP_STORE: 's3://maps/a//b', ...KEYS }, 'its prefix may have letters, digits, and . _ -'],
    [{ SOURCE_MAP_STORE: 's3://maps/../b', ...KEYS }, 'its prefix may have letters, digits, and . _ -'],
    [{ SOURCE_MAP_STORE: 's3://maps/a?b', ...KEYS }, 'its prefix may have letters, digits, and . _ -'],
    [{ SOURCE_MAP_STORE: 's3://maps' }, 'needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY'],
    [{ SOURCE_MAP_STORE: 's3://maps', S3_ACCESS_KEY_ID: 'AKIA' }, 'needs S3_SECRET_ACCESS_KEY'],
    [{ SOURCE_MAP_STORE: 's3://maps', S3_ENDPOINT: 'minio:9000', ...KEYS }, 'S3_ENDPOINT=minio:9000: must be a URL'],
    [{ S3_ENDPOINT: 'http://a@minio' }, 'S3_ENDPOINT=…@minio: must be an address alone'],
  ])('%j is rejected with the allowed form', (env, problem) => {
    expect(() => read(env)).toThrow(problem);
  });

  test('logs show no secret', () => {
    const env = { SOURCE_MAP_STORE: 's3://maps', ...KEYS };
    expect(resolveSettings(BLOB_STORE_SETTINGS, env).effective).toMatchObject({
      SOURCE_MAP_STORE: 's3://maps',
      S3_ACCESS_KEY_ID: 'AKIA',
      S3_SECRET_ACCESS_KEY: '…',
    });
    const config = read(env);
    expect(JSON.stringify(config)).not.toContain('hush');
    expect(config.kind === 's3' && config.secretAccessKey()).toBe('hush');
  });
});
