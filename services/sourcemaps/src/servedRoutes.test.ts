import { expect, test } from '@jest/globals';
import { sourceMapServiceOperations } from '@sluice/management';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { routesOf } from '@sluice/testkit';
import { DEFAULT_SOURCEMAPS_CONFIG } from './config.js';
import { createSourcemaps } from './createSourcemaps.js';

/** Handlers at no address of their own: the headers, the 404, errors. */
const ANSWERING_ALL = ['USE /', 'USE /', 'USE /'];

const expressPath = (address: string): string => address.replace(/\{(\w+)\}/g, ':$1');

test('served routes are those that the read API documents, and thus tested for tokens, scopes and tenants', async () => {
  const deps = { logger: silentLogger, metrics: createMetrics(), clock: Date.now };
  const service = createSourcemaps(deps, DEFAULT_SOURCEMAPS_CONFIG);
  const addresses = [...new Set(sourceMapServiceOperations.map(({ address }) => expressPath(address)))];
  expect(routesOf(service.handler)).toEqual(
    [
      ...sourceMapServiceOperations.map(({ method, address }) => `${method.toUpperCase()} ${expressPath(address)}`),
      ...ANSWERING_ALL,
      // Which methods there are, and a 405.
      ...addresses.map((address) => `* ${address}`),
    ].sort(),
  );
  await service.stop();
});
