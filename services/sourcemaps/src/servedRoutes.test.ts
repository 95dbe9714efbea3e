import { expect, test } from '@jest/globals';
import { sourceMapServiceOperations } from '@sluice/management';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { routesOf } from '@sluice/testkit';
import { createAssembler } from './bundles/createAssembler.js';
import { DEFAULT_SOURCEMAPS_CONFIG } from './config.js';
import { createSourcemaps } from './createSourcemaps.js';
import { sentryOperations, sentryTokenOperations } from './sentry/sentryOperations.js';
import type { ServiceContext } from './serviceContext.js';

/** Handlers at no address of their own: the headers, the 404, errors. */
const ANSWERING_ALL = ['USE /', 'USE /', 'USE /'];

const expressPath = (address: string): string => address.replace(/\{(\w+)\}/g, ':$1');

test('served routes are those that the read API documents, and those of Sentry’s API: all tested for tokens, scopes and tenants', async () => {
  const deps = { logger: silentLogger, metrics: createMetrics(), clock: Date.now };
  const service = createSourcemaps(deps, DEFAULT_SOURCEMAPS_CONFIG);
  const context = { config: DEFAULT_SOURCEMAPS_CONFIG } as ServiceContext;
  const sentry = [...sentryOperations(context, createAssembler(context)), ...sentryTokenOperations];
  const all = [...sourceMapServiceOperations, ...sentry];
  const addresses = [...new Set(all.map(({ address }) => expressPath(address)))];
  expect(routesOf(service.handler)).toEqual(
    [
      ...all.map(({ method, address }) => `${method.toUpperCase()} ${expressPath(address)}`),
      ...ANSWERING_ALL,
      // Which methods there are, and a 405.
      ...addresses.map((address) => `* ${address}`),
    ].sort(),
  );
  await service.stop();
});
