import { expect, test } from '@jest/globals';
import { redactSecrets } from './redactSecrets.js';

test.each([
  ['a token', { token: 'abcdefghij' }, 'bad token abcdefghij', 'bad token …'],
  ['a short value of a query', { url: 'https://hooks.example/in?key=k7x9q2w' }, 'bad key k7x9q2w', 'bad key …'],
  ['a token as JSON writes it', { token: 'ab"cdefgh' }, String.raw`{"token":"ab\"cdefgh"}`, '{"token":"…"}'],
  ['a token with escaped slashes', { token: 'ab/cd/ij' }, String.raw`{"token":"ab\/cd\/ij"}`, '{"token":"…"}'],
  ['a topic', { topic: 'acme-9f8a7b6c' }, '{"topic":"acme-9f8a7b6c"}', '{"topic":"…"}'],
  ['a part of a path', { url: 'https://hooks.example/in/T0123456' }, 'no T0123456', 'no …'],
])('%s is redacted', (_name, secrets, text, redacted) => {
  expect(redactSecrets(text, secrets)).toBe(redacted);
});

test('words of a path and switches of a query stay', () => {
  expect(redactSecrets('hooks are on: 1', { url: 'https://hooks.example/hooks?v=1' })).toBe('hooks are on: 1');
});
