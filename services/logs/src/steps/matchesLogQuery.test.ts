import { describe, expect, test } from '@jest/globals';
import type { LogQuery } from '@sluice/contract';
import { matchesLogQuery, type QueriedLog } from './matchesLogQuery.js';

const LOG: QueriedLog = {
  level: 'error',
  lowerMessage: () => 'payment failed: timeout',
  environment: 'live',
  attributes: { order: 7, region: 'eu', retried: true, items: [1, 2], empty: null },
};

describe('a query of logs', () => {
  test.each<[string, LogQuery, Partial<QueriedLog>]>([
    ['nothing is given', {}, {}],
    ['the level is one of the levels', { levels: ['fatal', 'error'] }, {}],
    ['the list of levels is empty', { levels: [] }, {}],
    ['the message contains the text, ignoring case', { text: 'payment failed' }, {}],
    ['the environment is the same', { environment: 'live' }, {}],
    ['there is no environment and the empty one is given', { environment: '' }, { environment: null }],
    ['attributes have the values', { attributes: { order: '7', region: 'eu', retried: 'true' } }, {}],
    ['a list has the JSON', { attributes: { items: '[1,2]', empty: 'null' } }, {}],
    ['all parts match', { levels: ['error'], text: 'timeout', attributes: { region: 'eu' }, environment: 'live' }, {}],
  ])('matches if %s', (_name, query, log) => {
    expect(matchesLogQuery({ ...LOG, ...log }, query)).toBe(true);
  });

  test.each<[string, LogQuery, Partial<QueriedLog>]>([
    ['the level differs', { levels: ['info'] }, {}],
    ['the message lacks the text', { text: 'refund' }, {}],
    ['the environment differs', { environment: 'test' }, {}],
    ['an attribute has another value', { attributes: { region: 'us' } }, {}],
    ['an attribute is missing', { attributes: { toString: 'eu' } }, {}],
    ['there are no attributes', { attributes: { region: 'eu' } }, { attributes: undefined }],
    ['one of the parts differs', { levels: ['error'], text: 'refund' }, {}],
  ])('does not match if %s', (_name, query, log) => {
    expect(matchesLogQuery({ ...LOG, ...log }, query)).toBe(false);
  });
});
