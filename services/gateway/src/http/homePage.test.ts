import { expect, test } from '@jest/globals';
import { homePage } from './homePage.js';

test.each([
  [true, ['/api/0/docs', '/healthz']],
  [false, ['/healthz']],
])('the home page links only to what the port serves (with the documentation of the API: %j)', (servesDocs, links) => {
  expect([...homePage(servesDocs).matchAll(/href="([^"]*)"/g)].map(([, link]) => link)).toEqual(links);
});
