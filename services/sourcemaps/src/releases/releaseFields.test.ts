import { describe, expect, test } from '@jest/globals';
import { releaseFields } from './releaseFields.js';

const deployedAt = new Date(Date.UTC(2026, 0, 31, 11));

describe('fields written to a release', () => {
  test.each<[string, Record<string, unknown>, unknown]>([
    ['nothing but the version', { version: '1' }, { version: '1' }],
    ['what is sent', { version: '1', ref: 'abc' }, { version: '1', ref: 'abc' }],
    ['null for what is sent empty', { version: '1', url: '', notes: '' }, { version: '1', url: null, notes: null }],
    ['null for null', { version: '1', deployed_at: null }, { version: '1', deployedAt: null }],
    ['nothing of unknown fields', { version: '1', id: ['x'], deployed: 'x' }, { version: '1' }],
    ['the spelling of answers', { version: '1', deployedAt: '2026-01-31T11:00:00Z' }, { version: '1', deployedAt }],
    ['times of any zone', { version: '1', deployed_at: '2026-01-31T12:00:00+01:00' }, { version: '1', deployedAt }],
    [
      'links as they are',
      { version: '1', url: 'HTTPS://ü.example/a?b#c' },
      { version: '1', url: 'HTTPS://ü.example/a?b#c' },
    ],
    ['notes of several lines', { version: '1', notes: 'a\r\n\tb' }, { version: '1', notes: 'a\r\n\tb' }],
    ['versions character for character', { version: ' A/b ' }, { version: ' A/b ' }],
    [
      'names that objects have',
      { version: '__proto__', ref: 'constructor' },
      { version: '__proto__', ref: 'constructor' },
    ],
  ])('are %s', (_name, sent, expected) => expect(releaseFields(sent)).toEqual(expected));

  test.each<[string, Record<string, unknown>]>([
    ['version', {}],
    ['version', { version: '' }],
    ['version', { version: null }],
    ['version', { version: '  ' }],
    ['version', { version: 1 }],
    ['version', { version: ['1', '2'] }],
    ['version', { version: 'v'.repeat(251) }],
    ['version', { version: 'a\0' }],
    ['version', { version: '\ud800' }],
    ['ref', { ref: ['a', 'b'] }],
    ['ref', { ref: 'a\nb' }],
    ['ref', { ref: 'r'.repeat(251) }],
    ['url', { url: 'ftp://example.com' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'https:example.com' }],
    ['url', { url: 'https://' }],
    ['url', { url: ' https://example.com' }],
    ['url', { url: 'https://example.com/\n' }],
    ['url', { url: 'https://example.com:99999' }],
    ['url', { url: `https://example.com/${'a'.repeat(2_048)}` }],
    ['deployed_at', { deployed_at: 'yesterday' }],
    ['deployed_at', { deployedAt: 'yesterday' }],
    ['deployed_at', { deployed_at: '2026-01-31', deployedAt: '2026-01-31' }],
    ['deployed_at', { deployed_at: '2026-02-30' }],
    ['deployed_at', { deployed_at: '1700000000' }],
    ['deployed_at', { deployed_at: 1_700_000_000 }],
    ['notes', { notes: 'a\0b' }],
    ['notes', { notes: {} }],
  ])('a wrong %s is a 422 that names it', (name, sent) => {
    expect(() => releaseFields({ ...(name === 'version' ? {} : { version: '1' }), ...sent })).toThrow(
      expect.objectContaining({
        status: 422,
        code: 'invalid_field',
        message: expect.stringMatching(new RegExp(`^${name} `)) as unknown,
      }),
    );
  });
});
