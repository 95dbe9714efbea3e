import { describe, expect, test } from '@jest/globals';
import type { Contexts } from './enrichContexts.js';
import { identifyUser } from './identifyUser.js';

describe('project user (protocol 2.2)', () => {
  test.each<readonly [string, Contexts, string | undefined]>([
    ['no field identifies no user', {}, undefined],
    ['a name alone identifies no user', { 'user.name': 'Ada' }, undefined],
    ['the id is the strongest', { 'user.username': 'ada', 'user.email': 'a@b.c', 'user.id': '7' }, 'id:7'],
    ['the email comes next', { 'user.username': 'ada', 'user.email': 'a@b.c' }, 'email:a@b.c'],
    ['the username comes last', { 'user.username': 'ada' }, 'username:ada'],
    ['a numeric id is read as a string', { 'user.id': 42 }, 'id:42'],
    ['zero is an id', { 'user.id': 0 }, 'id:0'],
    ['an empty id is none', { 'user.id': '', 'user.email': 'a@b.c' }, 'email:a@b.c'],
    ['an object is no id', { 'user.id': { a: 1 } }, undefined],
    ['an id and an email of the same text are two users', { 'user.email': '7' }, 'email:7'],
  ])('%s', (_name, contexts, key) => {
    expect(identifyUser(contexts)?.key).toBe(key);
  });

  test('stores fields next to the identity, truncated to 250 characters', () => {
    expect(
      identifyUser({ 'user.id': 7, 'user.email': 'a@b.c', 'user.name': 'x'.repeat(300), 'user.ip': '::1' }),
    ).toEqual({ key: 'id:7', id: '7', email: 'a@b.c', username: null, name: `${'x'.repeat(249)}…`, ip: '::1' });
  });
});
