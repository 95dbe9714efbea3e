import type { Json } from '@sluice/contract';
import { different, same, type Pair, type Sent } from './pair.js';

const thrown = (message: string, type = 'Error'): Sent => ({ type, message });
const caused = (message: string, ...causes: readonly string[]): Sent => {
  const [next, ...rest] = causes;
  return next === undefined
    ? thrown(message)
    : { type: 'Error', message, cause: caused(next, ...rest) as unknown as Json };
};

/** Exceptions without frames or with uninformative frames; causes; fingerprints set by clients. */
export const messages: readonly Pair[] = [
  same('Script error., which says nothing', thrown('Script error.'), thrown('Script error')),
  same(
    'ResizeObserver, before and after Chrome changed its words',
    thrown('ResizeObserver loop limit exceeded'),
    thrown('ResizeObserver loop completed with undelivered notifications.'),
  ),
  different('two messages of browsers', thrown('Script error.'), thrown('ResizeObserver loop limit exceeded')),
  same(
    'a request that failed, in three browsers',
    thrown('Failed to fetch', 'TypeError'),
    thrown('NetworkError when attempting to fetch resource.', 'TypeError'),
  ),
  same('a request that failed, in Safari', thrown('Failed to fetch', 'TypeError'), thrown('Load failed', 'TypeError')),
  same(
    'a page that was no JSON, in Chrome and Firefox',
    thrown('Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON', 'SyntaxError'),
    thrown('JSON.parse: unexpected character at line 1 column 1 of the JSON data', 'SyntaxError'),
  ),
  same(
    'a chunk of an old build, which is no fault of where it was asked for',
    {
      ...thrown('Loading chunk 12 failed.', 'ChunkLoadError'),
      stack: 'ChunkLoadError: Loading chunk 12 failed.\n    at n.onCart (https://a.b/main.3f2a1b9c.js:1:2)',
    },
    thrown('Failed to fetch dynamically imported module: https://a.b/assets/Cart-BxYzABcd.js', 'TypeError'),
  ),
  same(
    'a DOMException: another selector',
    thrown("Failed to execute 'querySelector' on 'Document': '##' is not a valid selector.", 'SyntaxError'),
    thrown("Failed to execute 'querySelector' on 'Document': '#1a' is not a valid selector.", 'SyntaxError'),
  ),
  different(
    'a DOMException of another method',
    thrown("Failed to execute 'querySelector' on 'Document': bad", 'SyntaxError'),
    thrown("Failed to execute 'matches' on 'Element': bad", 'SyntaxError'),
  ),
  same(
    'a request that the program ended, in Chrome and Safari',
    thrown('signal is aborted without reason', 'AbortError'),
    thrown('Fetch is aborted', 'AbortError'),
  ),
  same(
    'a request that the program ended, by other types',
    thrown('The user aborted a request.', 'AbortError'),
    thrown('AbortError: The operation was aborted.', 'DOMException'),
  ),
  same(
    'a request that the program ended, by axios',
    thrown('canceled', 'CanceledError'),
    thrown('signal is aborted without reason', 'AbortError'),
  ),
  same(
    'a request that the reader ended, by axios',
    thrown('Request aborted', 'AxiosError'),
    thrown('canceled', 'Cancel'),
  ),
  same(
    'a request that took too long, by axios',
    thrown('timeout of 0ms exceeded', 'AxiosError'),
    thrown('signal timed out', 'TimeoutError'),
  ),
  same('values in brackets', thrown('【A】は存在しません'), thrown('【B】は存在しません')),
  same('links of a terminal', thrown('\u001b]8;;https://a.b\u0007row 1\u001b]8;;\u0007'), thrown('row 2')),
  different('ended by the program or by time', thrown('signal timed out', 'X'), thrown('Fetch is aborted', 'X')),
  different('codes of React', thrown('Minified React error #418;'), thrown('Minified React error #310;')),
  different('codes of Angular', thrown('NG0100: a'), thrown('NG0200: a')),
  different(
    'codes of Vue',
    thrown('https://vuejs.org/error-reference/#runtime-12'),
    thrown('https://vuejs.org/error-reference/#runtime-1'),
  ),
  different(
    'codes of Svelte',
    thrown('https://svelte.dev/e/state_unsafe_mutation'),
    thrown('https://svelte.dev/e/a_b'),
  ),
  different('codes of Next', thrown('NEXT_HTTP_ERROR_FALLBACK;404'), thrown('NEXT_HTTP_ERROR_FALLBACK;403')),
  different(
    'statuses of HTTP',
    thrown('Request failed with status code 404', 'AxiosError'),
    thrown('Request failed with status code 500', 'AxiosError'),
  ),
  same('a status of other things', thrown('status 404 for cart 17'), thrown('status 404 for cart 9')),
  same('colors of a terminal', thrown('\u001b[31mrow 1\u001b[39m'), thrown('row 2')),
  same('values quoted in other languages', thrown('Kein „Ada“'), thrown('Kein „Bob“')),
  different(
    'fields of Zod',
    thrown('[{"path":["a"],"message":"Required"}]'),
    thrown('[{"path":["b"],"message":"Required"}]'),
  ),
  same('a text that was thrown', thrown('row 42 is gone'), thrown('row 7 is gone')),
  different('two texts that were thrown', thrown('row 42 is gone'), thrown('row 42 is locked')),
  same(
    'an object that was rejected with',
    thrown('Non-Error promise rejection captured with value: 503'),
    thrown('Non-Error promise rejection captured with value: 429'),
  ),
  same(
    '`Uncaught`, as window.onerror says it',
    thrown('Uncaught TypeError: total is not defined', 'TypeError'),
    thrown('total is not defined', 'TypeError'),
  ),
  same(
    'addresses and what is behind them',
    thrown('GET https://a.b/users/7?x=1 failed'),
    thrown('GET https://a.b/users/8 failed'),
  ),
  same(
    'paths',
    thrown("ENOENT: no such file or directory, open '/srv/a/1.txt'"),
    thrown("ENOENT: no such file or directory, open '/tmp/b.txt'"),
  ),
  same(
    'ids of all kinds',
    thrown('No order 0b9b3a52-7d1f-4a6e-9d6c-8f2f3f1c9b11'),
    thrown('No order 99aaaa52-7d1f-4a6e-9d6c-8f2f3f1c9b12'),
  ),
  same('hosts and ports', thrown('connect ECONNREFUSED 10.0.0.1:5432'), thrown('connect ECONNREFUSED ::1:5433')),
  different(
    'refused or timed out',
    thrown('connect ECONNREFUSED 10.0.0.1:5432'),
    thrown('connect ETIMEDOUT 10.0.0.1:5432'),
  ),
  same('times', thrown('Token expired at 2026-11-20T10:11:12Z'), thrown('Token expired at 2025-01-01T00:00:00Z')),
  same('people', thrown('Mail to ada@example.com bounced'), thrown('Mail to bob@example.org bounced')),
  same('quoted values', thrown('User "ada" has no role \'admin\''), thrown('User "bob" has no role \'staff\'')),
  different(
    'what is missing is a name of the program',
    thrown("Cannot read properties of undefined (reading 'total')", 'TypeError'),
    thrown("Cannot read properties of undefined (reading 'items')", 'TypeError'),
  ),
  different('types', thrown('lost', 'TimeoutError'), thrown('lost', 'AbortError')),
  different('numbers within names are numbers, words are words', thrown('step2 failed'), thrown('step failed')),
  same(
    'what follows on further lines',
    thrown('Validation failed\n- name is empty'),
    thrown('Validation failed\n- age is negative'),
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
    { ...thrown('a'), fingerprint: ['checkout'] },
    { ...thrown('b'), fingerprint: ['checkout'] },
  ),
  different(
    'different fingerprints from the client',
    { ...thrown('a'), fingerprint: ['checkout', 'eu'] },
    { ...thrown('a'), fingerprint: ['checkout', 'us'] },
  ),
  different(
    'the default, divided further by the client',
    { ...thrown('a'), fingerprint: ['{{ default }}', 'eu'] },
    { ...thrown('a'), fingerprint: ['{{ default }}', 'us'] },
  ),
  same(
    'the default, spelt with and without spaces',
    { ...thrown('a 1'), fingerprint: ['{{ default }}', 'eu'] },
    { ...thrown('a 2'), fingerprint: ['{{default}}', 'eu'] },
  ),
];
