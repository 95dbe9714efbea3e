import { expect, test } from '@jest/globals';
import { routesOf } from '@sluice/testkit';
import express, { type Express, type Handler } from 'express';
import { createSiteApp } from './createSiteApp.js';

/** The routes without the SDK's files. Headers, preflights, 404 and errors have no path. */
const SERVED = ['GET /', 'GET /healthz', 'USE /', 'USE /', 'USE /', 'USE /sdk'];

const metrics: Handler = (_request, response) => void response.send('# HELP');

test('besides ingestion and SDK files, the public port serves / and /healthz only, without details of the process', () => {
  expect(routesOf(createSiteApp(false))).toEqual(SERVED);
});

test.each<[string, (app: Express) => unknown, string]>([
  ['at an address', (app) => app.use('/metrics', metrics), 'USE /metrics'],
  ['at one of several', (app) => app.use(['/m', /^\/metrics/], metrics), 'USE /m USE /^\\/metrics/'],
  ['at every address', (app) => app.use(metrics), 'USE /'],
  ['as an app', (app) => app.use('/metrics', express().get('/', metrics)), 'USE /metrics'],
  ['by a router', (app) => app.use('/metrics', express.Router().get('/all', metrics)), 'GET /metrics/all'],
  ['by a handler in a router', (app) => app.use('/a', express.Router().use('/b', metrics)), 'USE /a/b'],
  ['by a route', (app) => app.get('/metrics', metrics), 'GET /metrics'],
])('a handler that is added %s is seen', (_how, add, seen) => {
  const app = createSiteApp(false);
  add(app);
  expect(routesOf(app)).toEqual([...SERVED, ...seen.split(/ (?=USE)/)].sort());
});
