import { expect, test } from '@jest/globals';
import { issueTitle } from './issueTitle.js';

test.each([
  ['type and message', 'TypeError', 'x is undefined', 'TypeError: x is undefined'],
  ['the type alone', 'TypeError', ' \n', 'TypeError'],
  ['the type once', 'Error', 'Error: Error: boom', 'Error: boom'],
  ['the type once, as an event handler says it', 'TypeError', 'Uncaught TypeError: x', 'TypeError: x'],
  ['the type once, of a rejection', 'TypeError', 'Uncaught (in promise) TypeError: x', 'TypeError: x'],
  ['another type within', 'Error', 'TypeError: x', 'Error: TypeError: x'],
  ['the type alone, said twice', 'AbortError', 'AbortError', 'AbortError'],
  [
    'no blank line',
    'PrismaClientKnownRequestError',
    '\nInvalid `p.a.b()` invocation:\n\n\nNo record',
    'PrismaClientKnownRequestError: No record',
  ],
  ['no bracket', 'ZodError', '[\n  {\n    "path": ["a"],\n    "message": "Required"\n  }\n]', 'ZodError: a: Required'],
  ['no colors', 'Error', '\u001b[31mboom\u001b[39m', 'Error: boom'],
  ['the text of a captured message', 'Message', 'card declined: 402', 'card declined: 402'],
  ['the type of a message without text', 'Message', '', 'Message'],
  ['512 characters', 'Error', 'x'.repeat(600), `Error: ${'x'.repeat(504)}…`],
])('the title of an issue has %s', (_name, type, message, title) => {
  expect(issueTitle(type, message)).toBe(title);
});
