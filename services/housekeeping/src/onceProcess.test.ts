import { expect, test } from '@jest/globals';
import { onceRequest } from './onceProcess.js';

test.each([
  [[], undefined],
  [['task', 'list'], { kind: 'list' }],
  [['task', 'run', 'closing of erasures'], { kind: 'run', task: 'closing of erasures' }],
  [['rehearse', 'retention', '35'], { kind: 'rehearse retention', days: 35 }],
  [['rehearse', 'partitions'], undefined],
])('the words %j are the request %j', (words, request) => {
  expect(onceRequest(words)).toEqual(request);
});
