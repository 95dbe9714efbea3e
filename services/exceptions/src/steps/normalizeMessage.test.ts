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
    ['[\n  {\n    "path": ["items", 3],\n    "message": "Required"\n  }\n]', 'items.<n>: Required'],
    [
      '\nInvalid `p.user.create()` invocation:\n\n\nUnique constraint failed on the fields: (`email`)',
      'Unique constraint failed on the fields: (`email`)',
    ],
    ['\u001b[31mNo row 7\u001b[39m', 'No row <n>'],
    ['Error: Error: TypeError: lost 7', 'lost <n>'],
    ['Datei „a.txt“ fehlt', 'Datei <value> fehlt'],
    ['Fichier « a.txt » absent', 'Fichier <value> absent'],
    ['Файл «a.txt» не найден', 'Файл <value> не найден'],
    ['Datei »a.txt« fehlt', 'Datei <value> fehlt'],
    ['「田中」は存在しません', '<value>は存在しません'],
    ['『田中』と《山田》', '<value>と<value>'],
    ['User “bob” is ‘gone’, not ‹here›', 'User <value> is <value>, not <value>'],
    ['feedface is a word of letters', 'feedface is a word of letters'],
    ['Cannot find /srv/app/x.js', 'Cannot find <path>'],
    ['Cannot find C:\\srv\\x.js', 'Cannot find <path>'],
    ['read and/or write text/html', 'read and/or write text/html'],
    ['User "bob" is not in \'staff\'', 'User <value> is not in <value>'],
    ["It can't find the user's 'cart'", "It can't find the user's <value>"],
    ['Uncaught (in promise) Error: lost', 'lost'],
    ["Failed to execute 'fetch' on 'Window': bad", "Failed to execute 'fetch' on 'Window': bad"],
    ['ERR_HTTP2_HEADERS_SENT', 'ERR_HTTP2_HEADERS_SENT'],
    ['t.items is not iterable', '_.items is not iterable'],
    ['', ''],
  ])('%s', (message, expected) => {
    expect(normalizeMessage(message)).toBe(expected);
  });
});

describe('a message keeps its facts', () => {
  test.each([
    [
      'Minified React error #418; visit https://react.dev/errors/418?args[]=x for',
      'Minified React error #418; visit <url>#418 for',
    ],
    ['Minified Redux error #12; visit https://redux.js.org/Errors?code=12', 'Minified Redux error #12; visit <url>#12'],
    [
      'NG0100: Expression changed. Find more at https://v17.angular.io/errors/NG0100',
      'NG0100: Expression changed. Find more at <url>',
    ],
    ['https://vuejs.org/error-reference/#runtime-12', '<url>#runtime-12'],
    ['https://svelte.dev/e/effect_update_depth_exceeded', '<url>#effect_update_depth_exceeded'],
    ['See https://nextjs.org/docs/messages/no-cache-7', 'See <url>#no-cache-7'],
    [
      'An error occurred! See https://go.apollo.dev/c/err#%7B%22version%22%3A%223.8.0%22%2C%22message%22%3A12%2C%22args%22%3A%5B%5D%7D',
      'An error occurred! See <url>#12',
    ],
    [
      'Invariant Violation: 12 (see https://github.com/apollographql/invariant-packages)',
      'Invariant Violation: 12 (see <url>',
    ],
    ['NEXT_HTTP_ERROR_FALLBACK;404', 'NEXT_HTTP_ERROR_FALLBACK;404'],
    ['NEXT_REDIRECT;replace;/login;307;', 'NEXT_REDIRECT;replace;<path>;<n>;'],
    ['Request failed with status code 404', 'Request failed with status code 404'],
    ['HTTP error! status: 404', 'HTTP error! status: 404'],
    ['HTTP error! Status: 500 after 30 tries', 'HTTP error! Status: 500 after <n> tries'],
    ['HTTP 503', 'HTTP 503'],
    ['HTTP/1.1 502 Bad Gateway', 'HTTP/1.1 502 Bad Gateway'],
    ['Response not successful: Received status code 400', 'Response not successful: Received status code 400'],
    ['the server responded with a status of 404 ()', 'the server responded with a status of 404 ()'],
    ['[GET] "/api/cart/7": 404 Not Found', '[GET] <value>: 404 Not Found'],
    ['Response code 429 (Too Many Requests)', 'Response code 429 (Too Many Requests)'],
    ['Network response was not ok (404)', 'Network response was not ok (404)'],
    ['Server returned 500.', 'Server returned 500'],
    ['Error 404', 'Error 404'],
    ['GraphQL Error (Code: 401)', 'GraphQL Error (Code: 401)'],
    ['statusCode=422', 'statusCode=422'],
    ['404', '404'],
    ['Cannot GET /api/users/12 (404).', 'Cannot GET <path> (404)'],
    ['404 - Not found', '404 - Not found'],
    ['[503] Service Unavailable', '[503] Service Unavailable'],
    ['code: "P2002"', 'code: "P2002"'],
    ['E11000 duplicate key error collection: shop.users', 'E11000 duplicate key error collection: shop.users'],
    ['SQLSTATE[42S02]: no table', 'SQLSTATE[42S02]: no table'],
    ['Raw query failed. Code: `42P01`.', 'Raw query failed. Code: `42P01`'],
    ['P2002: 17 rows', 'P2002: <n> rows'],
    ['error TS2322: Type', 'error TS2322: Type'],
    ['AADSTS50076: Due to', 'AADSTS50076: Due to'],
    ['ORA-00942: table', 'ORA-00942: table'],
    ['Firebase: Error (auth/user-not-found).', 'Firebase: Error (auth/user-not-found)'],
    ['connect ECONNREFUSED 10.0.0.1:5432, errno: -111', 'connect ECONNREFUSED <ip>, errno: -111'],
    ['ERR_HTTP2_STREAM_ERROR at 7', 'ERR_HTTP2_STREAM_ERROR at <n>'],
    ['Process exited with code 137 after 7 s', 'Process exited with code 137 after <n> s'],
    ['column "email" of relation "users"', 'column "email" of relation "users"'],
    ['Argument `email` is missing', 'Argument `email` is missing'],
  ])('%s', (message, expected) => {
    expect(normalizeMessage(message)).toBe(expected);
  });

  test.each([
    ['Returned 404 rows', 'Returned <n> rows'],
    ['Request 500 timed out', 'Request <n> timed out'],
    ['Value: 503', 'Value: <n>'],
    ['GET https://a.b/status/404/P2002 failed', 'GET <url> failed'],
    ['4040', '<n>'],
    ['User (404) is gone', 'User (<n>) is gone'],
    ['Request 123: timeout', 'Request <n>: timeout'],
    ['got 120 - expected 130', 'got <n> - expected <n>'],
    ['Product P1234 is gone', 'Product P<n> is gone'],
    ['Order E1 and P20 are gone', 'Order E<n> and P<n> are gone'],
    ['Port 443 is taken', 'Port <n> is taken'],
    ['status: 200ms', 'status: <n>'],
    ['status 20045', 'status <n>'],
    ['User "status 404" is gone', 'User <value> is gone'],
    ['verification code 123456 is wrong', 'verification code <n> is wrong'],
  ])('and no number that is none: %s', (message, expected) => {
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
      'aborted',
      'The user aborted a request.',
      'signal is aborted without reason',
      'The operation was aborted. ',
      'Fetch is aborted',
      'This operation was aborted',
      'AbortError',
      'AbortError: The user aborted a request.',
      'BodyStreamBuffer was aborted',
    ],
    ['timed out', 'signal timed out', 'The operation timed out.', 'The operation was aborted due to timeout'],
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
