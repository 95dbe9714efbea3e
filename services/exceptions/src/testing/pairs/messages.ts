import type { Json } from '@sluice/contract';
import { different, same, type Pair, type Sent } from './pair.js';

const said = (message: string, type = 'Error'): Sent => ({ type, message });
const caused = (message: string, ...causes: readonly string[]): Sent => {
  const [next, ...rest] = causes;
  return next === undefined
    ? said(message)
    : { type: 'Error', message, cause: caused(next, ...rest) as unknown as Json };
};

/** Exceptions without frames or with uninformative frames; causes; fingerprints set by clients. */
export const messages: readonly Pair[] = [
  same('Script error., which says nothing', said('Script error.'), said('Script error')),
  same(
    'ResizeObserver, before and after Chrome changed its words',
    said('ResizeObserver loop limit exceeded'),
    said('ResizeObserver loop completed with undelivered notifications.'),
  ),
  different('two messages of browsers', said('Script error.'), said('ResizeObserver loop limit exceeded')),
  same(
    'a request that failed, in three browsers',
    said('Failed to fetch', 'TypeError'),
    said('NetworkError when attempting to fetch resource.', 'TypeError'),
  ),
  same('a request that failed, in Safari', said('Failed to fetch', 'TypeError'), said('Load failed', 'TypeError')),
  same(
    'a page that was no JSON, in Chrome and Firefox',
    said('Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON', 'SyntaxError'),
    said('JSON.parse: unexpected character at line 1 column 1 of the JSON data', 'SyntaxError'),
  ),
  same(
    'a chunk of an old build, which is no fault of where it was asked for',
    {
      ...said('Loading chunk 12 failed.', 'ChunkLoadError'),
      stack: 'ChunkLoadError: Loading chunk 12 failed.\n    at n.onCart (https://a.b/main.3f2a1b9c.js:1:2)',
    },
    said('Failed to fetch dynamically imported module: https://a.b/assets/Cart-BxYzABcd.js', 'TypeError'),
  ),
  same(
    'a DOMException: another selector',
    said("Failed to execute 'querySelector' on 'Document': '##' is not a valid selector.", 'SyntaxError'),
    said("Failed to execute 'querySelector' on 'Document': '#1a' is not a valid selector.", 'SyntaxError'),
  ),
  different(
    'a DOMException of another method',
    said("Failed to execute 'querySelector' on 'Document': bad", 'SyntaxError'),
    said("Failed to execute 'matches' on 'Element': bad", 'SyntaxError'),
  ),
  same('a text that was thrown', said('row 42 is gone'), said('row 7 is gone')),
  different('two texts that were thrown', said('row 42 is gone'), said('row 42 is locked')),
  same(
    'an object that was rejected with',
    said('Non-Error promise rejection captured with value: 503'),
    said('Non-Error promise rejection captured with value: 429'),
  ),
  same(
    '`Uncaught`, as window.onerror says it',
    said('Uncaught TypeError: total is not defined', 'TypeError'),
    said('total is not defined', 'TypeError'),
  ),
  same(
    'addresses and what is behind them',
    said('GET https://a.b/users/7?x=1 failed'),
    said('GET https://a.b/users/8 failed'),
  ),
  same(
    'paths',
    said("ENOENT: no such file or directory, open '/srv/a/1.txt'"),
    said("ENOENT: no such file or directory, open '/tmp/b.txt'"),
  ),
  same(
    'ids of all kinds',
    said('No order 0b9b3a52-7d1f-4a6e-9d6c-8f2f3f1c9b11'),
    said('No order 99aaaa52-7d1f-4a6e-9d6c-8f2f3f1c9b12'),
  ),
  same('hosts and ports', said('connect ECONNREFUSED 10.0.0.1:5432'), said('connect ECONNREFUSED ::1:5433')),
  different(
    'refused or timed out',
    said('connect ECONNREFUSED 10.0.0.1:5432'),
    said('connect ETIMEDOUT 10.0.0.1:5432'),
  ),
  same('times', said('Token expired at 2026-11-20T10:11:12Z'), said('Token expired at 2025-01-01T00:00:00Z')),
  same('people', said('Mail to ada@example.com bounced'), said('Mail to bob@example.org bounced')),
  same('quoted values', said('User "ada" has no role \'admin\''), said('User "bob" has no role \'staff\'')),
  different(
    'what is missing is a name of the program',
    said("Cannot read properties of undefined (reading 'total')", 'TypeError'),
    said("Cannot read properties of undefined (reading 'items')", 'TypeError'),
  ),
  different('types', said('lost', 'TimeoutError'), said('lost', 'AbortError')),
  different('numbers within names are numbers, words are words', said('step2 failed'), said('step failed')),
  same(
    'what follows on further lines',
    said('Validation failed\n- name is empty'),
    said('Validation failed\n- age is negative'),
  ),

  same(
    'causes with other numbers',
    caused('order 1 failed', 'no stock for 7'),
    caused('order 2 failed', 'no stock for 9'),
  ),
  different('another cause', caused('order failed', 'no stock'), caused('order failed', 'no money')),
  different('no cause', caused('order failed', 'no stock'), caused('order failed')),
  same(
    'attempts that wrap each other',
    caused('retry', 'retry', 'lost'),
    caused('retry', 'retry', 'retry', 'retry', 'lost'),
  ),
  different('a cause’s cause', caused('a', 'b', 'c'), caused('a', 'b', 'd')),

  same(
    'the same fingerprint from the client',
    { ...said('a'), fingerprint: ['checkout'] },
    { ...said('b'), fingerprint: ['checkout'] },
  ),
  different(
    'different fingerprints from the client',
    { ...said('a'), fingerprint: ['checkout', 'eu'] },
    { ...said('a'), fingerprint: ['checkout', 'us'] },
  ),
  different(
    'the default, divided further by the client',
    { ...said('a'), fingerprint: ['{{ default }}', 'eu'] },
    { ...said('a'), fingerprint: ['{{ default }}', 'us'] },
  ),
  same(
    'the default, spelt with and without spaces',
    { ...said('a 1'), fingerprint: ['{{ default }}', 'eu'] },
    { ...said('a 2'), fingerprint: ['{{default}}', 'eu'] },
  ),
];
