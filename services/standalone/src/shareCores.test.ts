import { expect, test } from '@jest/globals';
import { readStandaloneConfig } from './config.js';
import { shareCores } from './shareCores.js';

test('an organization keeps at most the cores of the machine busy, or two, for long only half of them, and at most what the settings say', () => {
  expect(limits(1)).toEqual([2, 1, 1, 1]);
  expect(limits(2)).toEqual([2, 1, 2, 1]);
  expect(limits(16)).toEqual([4, 4, 8, 2]);
  expect(limits(16, { API_REQUESTS_PER_ORGANIZATION: '7', SOURCEMAPS_COMPILE_THREADS: '12' })).toEqual([7, 4, 8, 8]);
});

function limits(cores: number, env: Record<string, string> = {}) {
  const { api, sourcemaps } = shareCores(readStandaloneConfig(env, '/srv/sluice').services, cores);
  return [api.perOrganization, api.sustained, sourcemaps.maxUploads, sourcemaps.compileThreads];
}
