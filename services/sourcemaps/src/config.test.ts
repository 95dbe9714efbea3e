import { describe, expect, test } from '@jest/globals';
import { DEFAULT_SOURCEMAPS_CONFIG, readSourcemapsConfig, requestTimeoutOf } from './config.js';

describe('settings', () => {
  test('have defaults, and blobs lie in PostgreSQL', () => {
    const { service } = readSourcemapsConfig({});
    expect(service).toMatchObject(DEFAULT_SOURCEMAPS_CONFIG);
    expect(service.store.kind).toBe('postgres');
  });

  test('are read by name', () => {
    const env = {
      SOURCEMAPS_UPLOADS_AT_ONCE: '3',
      SOURCEMAPS_SCRATCH_DIR: '/var/tmp/maps',
      SOURCE_MAP_STORE: 'file:///srv/maps',
      SOURCE_MAP_PARALLEL_FILES: '2',
    };
    const { service } = readSourcemapsConfig(env);
    expect([
      service.uploadsAtOnce,
      service.scratchDirectory,
      service.store.kind,
      service.resolver.parallelFiles,
    ]).toEqual([3, '/var/tmp/maps', 'directory', 2]);
  });

  test('that are wrong are told together', () => {
    const read = (): unknown =>
      readSourcemapsConfig({ SOURCEMAPS_POOL_SIZE: '0', SOURCE_MAP_STORE: 'ftp://x', PUBLIC_URL: 'sluice' });
    expect(read).toThrow(/SOURCEMAPS_POOL_SIZE=0: .*\nSOURCE_MAP_STORE=ftp:\/\/x: .*\nPUBLIC_URL=sluice: /);
  });

  test('the server waits for as long as an upload may take, and its turn', () => {
    const { service, server } = readSourcemapsConfig({ SOURCEMAPS_UPLOAD_TIMEOUT_MS: '1200000' });
    expect(server.requestTimeoutMs).toBe(requestTimeoutOf(service));
    expect(server.requestTimeoutMs).toBeGreaterThan(1_200_000 + service.uploadWaitMs);
    expect(readSourcemapsConfig({ REQUEST_TIMEOUT_MS: '3600000' }).server.requestTimeoutMs).toBe(3_600_000);
  });
});
