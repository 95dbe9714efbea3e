import { describe, expect, test } from '@jest/globals';
import { Refusal } from '../answer.js';
import { checkContentType, parseContentEncoding } from './bodyFormat.js';

describe('content types', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['application/json', true],
    ['APPLICATION/JSON; Charset=UTF-8', true],
    ['application/json; charset="utf-8"; x=1', true],
    ['text/plain;charset=UTF-8', true],
    ['application/json; charset=latin1', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=x', false],
    ['application/json5', false],
  ])('%s: %s', (type, expected) => {
    expect(checkContentType(type) === undefined).toBe(expected);
  });
});

describe('codings', () => {
  test.each<[string | undefined, unknown]>([
    [undefined, undefined],
    ['identity', undefined],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    [' br ', 'br'],
    ['deflate', 'deflate'],
  ])('%s is read', (text, coding) => {
    expect(parseContentEncoding(text)).toEqual({ coding });
  });

  test.each(['zstd', 'compress', 'gzip, gzip', 'identity, gzip', '*', 'constructor'])('%s is a 415', (text) => {
    expect(parseContentEncoding(text)).toMatchObject(
      new Refusal(415, 'unsupported_encoding', expect.any(String) as never),
    );
  });
});
