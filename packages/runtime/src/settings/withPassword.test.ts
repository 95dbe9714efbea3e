import { describe, expect, test } from '@jest/globals';
import { withPassword } from './withPassword.js';

describe('the password of a URL', () => {
  test.each([
    ['postgres://sluice@db:5432/sluice', 'postgres://sluice:a%2Fb%40c@db:5432/sluice'],
    ['postgres://sluice@db/sluice?application_name=a@b', 'postgres://sluice:a%2Fb%40c@db/sluice?application_name=a@b'],
    ['redis://redis:6379', 'redis://:a%2Fb%40c@redis:6379'],
    ['rediss://worker@redis:6379/1', 'rediss://worker:a%2Fb%40c@redis:6379/1'],
    ['redis://a:1,b:2,c:3', 'redis://:a%2Fb%40c@a:1,b:2,c:3'],
  ])('is added to %s', (url, expected) => expect(withPassword(url, 'a/b@c')).toBe(expected));

  test.each(['postgres://sluice:old@db/sluice', 'redis://:old@redis:6379', 'none'])('is not added to %s', (url) =>
    expect(withPassword(url, 'new')).toBe(url),
  );

  test('leaves a URL unchanged if the password is empty', () =>
    expect(withPassword('redis://redis:6379', '')).toBe('redis://redis:6379'));
});
