import { expect, test } from '@jest/globals';
import { kindsOf, readParts, writeParts } from './timelineKinds';

test.each([
  [undefined, 'pageview,custom,exception,replay'],
  ['exceptions', 'exception'],
  ['requests,logs,nonsense', 'log,trace'],
  ['nonsense', 'pageview,custom,exception,replay'],
])('%s shows %s', (show, kinds) => {
  expect(kindsOf(readParts(show))).toBe(kinds);
});

test('the usual parts need no parameter', () => {
  expect(writeParts(['replays', 'pages', 'exceptions'])).toBeUndefined();
  expect(writeParts(['logs', 'pages'])).toBe('pages,logs');
});
