import { describe, expect, test } from '@jest/globals';
import { normalizeMessage } from './normalizeMessage.js';

describe('a message loses its variable parts', () => {
  test.each([
    ['Cannot load https://a.b/c?d=1 now', 'Cannot load <url> now'],
    ['User a.b@example.com is gone', 'User <email> is gone'],
    ['No row 0b9b3a52-7d1f-4a6e-9d6c-8f2f3f1c9b11', 'No row <uuid>'],
    ['At 2026-11-20T10:11:12.345Z it broke', 'At <date> it broke'],
    ['Since Fri Nov 20 2026 10:11:12 GMT+0100 (Central European Standard Time)', 'Since <date>'],
    ['Closed at 10:11:12', 'Closed at <date>'],
    ['Host 10.1.2.3 is down', 'Host <ip> is down'],
    ['connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED <ip>'],
    ['Object deadbeef1 at 0x7fff', 'Object <hex> at <hex>'],
    ['Commit 3f2a1b9 is unknown', 'Commit <hex> is unknown'],
    ['Customer cus_NffrFeUfNV2Hib123 has no card', 'Customer <id> has no card'],
    ['Took 12.5 ms for 3 rows', 'Took <n> ms for <n> rows'],
    ['Took 900ms', 'Took <n>'],
    ['Took 1.2s', 'Took <n>'],
    ['1,234 items, -5 left, 1e9 more', '<n> items, <n> left, <n> more'],
    ['order42 failed', 'order<n> failed'],
    ['First line 1\nsecond line', 'First line <n>'],
    ['{\n  "code": 1\n}', '<value>: <n>'],
    ['feedface is a word of letters', 'feedface is a word of letters'],
    ['Cannot find /srv/app/x.js', 'Cannot find <path>'],
    ['Cannot find C:\\srv\\x.js', 'Cannot find <path>'],
    ['read and/or write text/html', 'read and/or write text/html'],
    ['User "bob" is not in \'staff\'', 'User <value> is not in <value>'],
    ["It can't find the user's 'cart'", "It can't find the user's <value>"],
    ['Uncaught (in promise) Error: lost', 'lost'],
    ["Failed to execute 'fetch' on 'Window': bad", "Failed to execute 'fetch' on 'Window': bad"],
    ['ERR_HTTP2_HEADERS_SENT', 'ERR_HTTP<n>_HEADERS_SENT'],
    ['t.items is not iterable', '_.items is not iterable'],
    ['', ''],
  ])('%s', (message, expected) => {
    expect(normalizeMessage(message)).toBe(expected);
  });
});

describe('engines have other words for the same fault', () => {
  const faults: readonly (readonly [string, ...string[]])[] = [
    [
      'read amount of nothing',
      "Cannot read properties of undefined (reading 'amount')",
      "Cannot read property 'amount' of undefined",
      'can\'t access property "amount", e.price is undefined',
      "undefined is not an object (evaluating 'e.price.amount')",
      "Unable to get property 'amount' of undefined or null reference",
    ],
    [
      'set name of nothing',
      "Cannot set properties of null (setting 'name')",
      "null is not an object (evaluating 'e.name = 1')",
    ],
    ['total is not defined', 'total is not defined', "Can't find variable: total", "'total' is not defined"],
    [
      'render is not a function',
      't.render is not a function',
      "e.n.render is not a function. (In 'e.n.render(1)', 'e.n.render' is undefined)",
    ],
    ['stack overflow', 'Maximum call stack size exceeded', 'Maximum call stack size exceeded.', 'too much recursion'],
    ['request failed', 'Failed to fetch', 'NetworkError when attempting to fetch resource.', 'Load failed'],
    [
      'no json',
      'Unexpected token < in JSON at position 0',
      'Unexpected token \'<\', "<!DOCTYPE "... is not valid JSON',
      'JSON.parse: unexpected character at line 1 column 1 of the JSON data',
      "JSON Parse error: Unrecognized token '<'",
      'Unexpected end of JSON input',
    ],
    [
      'resize observer',
      'ResizeObserver loop limit exceeded',
      'ResizeObserver loop completed with undelivered notifications.',
    ],
    ['script error', 'Script error.', 'Script error'],
    [
      'chunk',
      'Loading chunk 12 failed.\n(error: https://a.b/12.3f2a1b9c.js)',
      'Failed to fetch dynamically imported module: https://a.b/Cart-BxYzABcd.js',
      'error loading dynamically imported module: https://a.b/Cart-BxYzABcd.js',
      'Importing a module script failed.',
    ],
  ];
  test.each(faults)('%s', (expected, ...messages) => {
    expect(messages.map(normalizeMessage)).toEqual(messages.map(() => `engine: ${expected}`));
  });
});
