import { expect, test } from '@jest/globals';
import { placesOf } from './profile.mjs';

const node = (id, functionName, url) => ({ id, callFrame: { functionName, url } });

test('sums self time by file or package without idle time, largest first', () => {
  const nodes = [
    node(1, '(idle)', ''),
    node(2, 'parse', 'file:///x/services/gateway/dist/parse.js'),
    node(3, 'scan', 'file:///x/services/gateway/dist/parse.js'),
    node(4, 'send', 'file:///x/node_modules/@scope/redis/lib/a.js'),
    node(5, '(garbage collector)', ''),
  ];
  const profile = { nodes, samples: [1, 2, 3, 4, 5], timeDeltas: [1000, 30, 30, 30, 10] };
  expect(placesOf(profile)).toEqual([
    { place: 'services/gateway/dist/parse.js', percent: 60 },
    { place: '@scope/redis', percent: 30 },
    { place: '(garbage collector)', percent: 10 },
  ]);
});
