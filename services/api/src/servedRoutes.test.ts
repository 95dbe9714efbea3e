import { expect, test } from '@jest/globals';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { routesOf } from '@sluice/testkit';
import { DEFAULT_API_CONFIG } from './config.js';
import { createApi } from './createApi.js';
import { documentedAccountOperations, documentedOperations } from './testing/documentedOperations.js';

const all = [...documentedOperations, ...documentedAccountOperations];

/** What needs no token: it holds no data. The last ones are the dashboard's files and the frame in which it plays recordings. */
const PUBLIC = [
  ...['openapi.json', 'docs', 'docs/', 'docs/start.js', 'docs/:file'].map((path) => `GET /api/0/${path}`),
  'GET /_app/:file',
  'GET /replay-frame',
];

/** Handlers at no address of their own: the headers, the page of the dashboard, the 404, errors. */
const ANSWERING_ALL = ['USE /', 'USE /', 'USE /', 'USE /'];

const expressPath = (address: string): string => address.replace(/\{(\w+)\}/g, ':$1');

test('served routes are the documented ones, which are tested for tokens, scopes and tenants, and the documentation itself', async () => {
  const api = createApi({ logger: silentLogger, metrics: createMetrics(), clock: Date.now }, DEFAULT_API_CONFIG);
  const addresses = [...new Set(all.map(({ address }) => expressPath(address)))];
  expect(routesOf(api.handler)).toEqual(
    [
      ...PUBLIC,
      ...all.map(({ method, address }) => `${method.toUpperCase()} ${expressPath(address)}`),
      ...ANSWERING_ALL,
      // Which methods there are, and a 405.
      ...addresses.map((address) => `* ${address}`),
    ].sort(),
  );
  await api.stop();
});
