import { expect, test } from '@jest/globals';
import { cpuMs } from '@sluice/testkit/cpuTime';
import { tellingLine } from './tellingLine.js';

const zod = (...issues: readonly object[]): string => JSON.stringify(issues, null, 2);
const required = {
  code: 'invalid_type',
  expected: 'string',
  received: 'undefined',
  path: ['user', 'email'],
  message: 'Required',
};

test.each([
  ['nothing', '', ''],
  ['only blanks', ' \n\t\n', ''],
  ['a line', 'boom', 'boom'],
  ['a number', '42', '42'],
  ['the first of several', 'Validation failed\n- name is empty', 'Validation failed'],
  ['what follows blank lines', '\n\n  boom\n', 'boom'],
  ['what follows marks', '---\n*** \nboom', 'boom'],
  ['what follows a heading', 'Error:\n  boom', 'boom'],
  ['what follows a heading of YAML', '---\nerrors:\n  - name is required', '- name is required'],
  ['a heading alone', 'errors:', 'errors:'],
  ['a line in color', '\u001b[31m\u001b[1mboom\u001b[22m\u001b[39m', 'boom'],
  ['a line in color without escapes', '[31mboom[39m', 'boom'],
  ['a line with 256 colors', '\u001b[38;5;196mboom\u001b[0m\u001b[K', 'boom'],
  ['a line in a color with colons', '\u001b[38:2::255:0:0mboom\u001b[m', 'boom'],
  ['a line in a color with colons without escapes', '[38:2::255:0:0mboom[4:3m', 'boom'],
  ['a line in a color of C1', '\u009b31mboom\u009b0m', 'boom'],
  ['a link of a terminal', 'see \u001b]8;;https://a.b/c\u001b\\the docs\u001b]8;;\u001b\\ now', 'see the docs now'],
  ['a link that ends with a bell', '\u001b]8;id=1;https://a.b/c\u0007docs\u001b]8;;\u0007', 'docs'],
  ['a title of a terminal and a cursor', '\u001b]0;title\u0007\u001b[2J\u001b[?25lboom', 'boom'],
  ['a link that does not end', '\u001b]8;;https://a.b/c the rest', '\u001b]8;;https://a.b/c the rest'],
  ['times in brackets', '[1:30 m] and [38:2] of [4:mm]', '[1:30 m] and [38:2] of [4:mm]'],
  ['brackets that are no color', 'rate(x[5m]) of [m]', 'rate(x[5m]) of [m]'],
  ['of Zod the message and its path', zod(required, { ...required, path: ['name'] }), 'user.email: Required'],
  ['of Zod without a path', zod({ ...required, path: [] }), 'Required'],
  ['of Zod with an index', zod({ ...required, path: ['items', 3, 'price'] }), 'items.3.price: Required'],
  [
    'of Zod with quotes and line ends in its message',
    zod({ ...required, message: 'Expected "a"\nor "b"' }),
    'user.email: Expected "a" or "b"',
  ],
  ['of Zod, cut', zod(...Array.from({ length: 200 }, () => required)).slice(0, 8_192), 'user.email: Required'],
  ['of Zod in one line', JSON.stringify([required]), 'user.email: Required'],
  ['of an answer in JSON', '{"code":404,"message":"No such cart"}', 'No such cart (404)'],
  ['of an answer in JSON below an error', '{"error":{"code":404,"message":"No such cart"}}', 'No such cart (404)'],
  ['of a value as Node prints it', "{\n  code: 'E',\n  message: 'No such cart'\n}", 'No such cart'],
  ['of a value without a message, its first line', '{\n  "code": 1\n}', '"code": 1'],
  ['of JSON its own message', `{"items":[{"title":"Ada's basket"}],"message":"boom"}`, 'boom'],
  ['of JSON the message of its error', '{"title":"Basket","data":{"message":"hi"},"error":{"message":"boom"}}', 'boom'],
  ['of JSON the message before its error', '{"errors":[{"message":"a"}],"message":"boom"}', 'boom'],
  ['of JSON the longer of two names', '{"error":"Bad Request","message":["no email","no name"]}', 'no email'],
  ['of a problem its detail', '{"title":"Bad","detail":"boom","status":400}', 'boom (400)'],
  ['of JSON a status above its error', '{"status":"503","error":{"message":"boom"}}', 'boom (503)'],
  ['of JSON no status of its items', '{"items":[{"status":404}],"message":"boom"}', 'boom'],
  ['of JSON no status twice', '{"status":404,"message":"failed with 404"}', 'failed with 404'],
  ['of JSON with a message that is cut', `{"message":"${'a'.repeat(9_000)}`, 'a'.repeat(8_180)],
  ['of JSON its title', '{"title":"boom","errors":{"name":["is empty"]}}', 'boom'],
  ['of JSON with characters as codes', String.raw`{"message":"f\u00fcr \ud83d\ude00 \ud83d"}`, 'für 😀 ud83d'],
  ['of errors in a list', '{"errors":["boom","other"]}', 'boom'],
  ['of GraphQL its path', '{"errors":[{"message":"boom","path":["cart",0]}],"data":null}', 'cart.0: boom'],
  ['of a page its title', '<!DOCTYPE html>\n<html><head><title>502 Bad\n Gateway</title></head>', '502 Bad Gateway'],
  ['of a page without a title', '<html lang="en"><body>Sorry</body></html>', 'HTML page'],
  ['of a page in JSON its title', '{"message":"<html><title>No</title></html>"}', 'No'],
  [
    'what follows a heading of words',
    'Validation failed:\n - email is required',
    'Validation failed: email is required',
  ],
  ['of JSON below a heading', 'GraphQL error:\n{"a":1,"message":"x"}', 'GraphQL error: x'],
  ['of JSON over lines below a heading', 'GraphQL error:\n{\n  "message": "x"\n}', 'GraphQL error: x'],
  ['of JSON below a heading of one word', 'Error:\n{"message":"x"}', 'x'],
  ['headings below headings', 'It broke:\nIn detail:\n\nboom\nrest', 'It broke: In detail: boom'],
  ['a heading above a stack', 'It broke:\n    at load (a.js:1:2)', 'It broke:'],
  [
    'of Prisma the last',
    '\nInvalid `prisma.user.create()` invocation:\n\n\nUnique constraint failed on the fields: (`email`)',
    'Unique constraint failed on the fields: (`email`)',
  ],
  [
    'of Prisma below the code',
    '\nInvalid `p.user.create()` invocation in\n/srv/app/index.js:6:38\n\n  3 exports.p = void 0;\n→ 6 createUser: (data) => p.user.create(\nUnique constraint failed on the (not available)',
    'Unique constraint failed on the (not available)',
  ],
  [
    'of Prisma in color, above its advice',
    "\nInvalid \u001b[31m`prisma.user.findMany()`\u001b[39m invocation:\n\n\nCan't reach database server at `db:5432`\n\nPlease make sure your database server is running at `db:5432`.",
    "Can't reach database server at `db:5432`",
  ],
  [
    'of Prisma below the arguments',
    '\nInvalid `prisma.user.create()` invocation:\n\n{\n  data: {\n+   email: String\n  }\n}\n\nArgument `email` is missing.',
    'Argument `email` is missing.',
  ],
  [
    'of Prisma, cut behind the call',
    '\nInvalid `prisma.user.create()` invocation:\n',
    'Invalid `prisma.user.create()` invocation:',
  ],
])('the telling line is found in a message: %s', (_name, message, line) => {
  expect(tellingLine(message)).toBe(line);
});

test.each([
  '{',
  '[{',
  '{"a":',
  '"',
  "'",
  '`',
  '\\"',
  '{"',
  'a:\n',
  'It broke:\n',
  '<title ',
  '<html>',
  '"message":"a',
  '{"path":[',
])('a message of %s takes time by length', (part) => {
  const text = part.repeat(8_192 / part.length);
  const ms = cpuMs(() => {
    for (const hostile of [text, `{${text}`, `<html>${text}`, `It broke:\n${text}`]) tellingLine(hostile);
  });
  expect(ms).toBeLessThan(500);
});
