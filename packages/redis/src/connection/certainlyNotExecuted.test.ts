import { expect, test } from '@jest/globals';
import { certainlyNotExecuted } from './certainlyNotExecuted.js';

const replied = (message: string): Error => Object.assign(new Error(message), { name: 'ReplyError' });
const redirected = (error: Error): Error => new Error(`Too many Cluster redirections. Last error: ${String(error)}`);

test.each([
  ['an answer of Redis', replied('MOVED 1 127.0.0.1:7000'), true],
  ['a transaction that Redis refused', replied('EXECABORT Transaction discarded because of previous errors.'), true],
  ['a command that never left', new Error("Stream isn't writeable and enableOfflineQueue options is false"), true],
  ['a command that was redirected too often', redirected(replied('TRYAGAIN Multiple keys request')), true],
  ['a redirected command without an answer', redirected(new Error('Command timed out')), false],
  ['a redirected command whose connection was lost', redirected(new Error('Connection is closed.')), false],
  ['a command without an answer', new Error('Command timed out'), false],
  ['a script that met the move of its slot', replied('ERR Script attempted to access a non local key'), false],
  ['a redirected one', redirected(replied('ERR Script attempted to access a non local key')), false],
  ['something that is no error', 'MOVED', false],
])('it is known whether a command was not executed: %s', (_what, error, certain) => {
  expect(certainlyNotExecuted(error)).toBe(certain);
});
