import { describe, expect, test } from '@jest/globals';
import { readSettings } from '@sluice/runtime';
import { requestTimeoutOf, SOURCEMAPS_SERVICE_SETTINGS } from './config.js';

const read = (env: Record<string, string>) => readSettings(SOURCEMAPS_SERVICE_SETTINGS, env);

describe('settings of the source map service', () => {
  test('are read by name', () => {
    const { service } = read({
      SOURCEMAPS_MAX_UPLOADS: '3',
      SOURCEMAPS_SCRATCH_DIR: '/var/tmp/maps',
      SOURCE_MAP_STORE: 'file:///srv/maps',
      SOURCE_MAP_PARALLEL_FILES: '2',
    });
    expect([service.maxUploads, service.scratchDirectory, service.store.kind, service.resolver.parallelFiles]).toEqual([
      3,
      '/var/tmp/maps',
      'directory',
      2,
    ]);
  });

  test('reports all problems together', () => {
    const wrong = { SOURCEMAPS_POOL_SIZE: '0', SOURCE_MAP_STORE: 'ftp://x', PUBLIC_URL: 'sluice' };
    expect(() => read(wrong)).toThrow(
      /SOURCEMAPS_POOL_SIZE=0: .*\nPUBLIC_URL=sluice: .*\nSOURCE_MAP_STORE=ftp:\/\/x: /,
    );
  });

  test('the request timeout of the server covers the longest upload', () => {
    const { service, server } = read({ SOURCEMAPS_UPLOAD_TIMEOUT_MS: '1200000' });
    expect(server.requestTimeoutMs).toBe(requestTimeoutOf(service));
    expect(server.requestTimeoutMs).toBeGreaterThan(1_200_000 + service.uploadWaitMs);
    expect(read({ REQUEST_TIMEOUT_MS: '3600000' }).server.requestTimeoutMs).toBe(3_600_000);
  });
});
