import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readHoldOffs } from './readHoldOffs.js';
import { named } from './testing/startTransport.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');
beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

describe('X-Service-Rate-Limits (protocol 4.1), of any answer', () => {
  test.each<[string, Record<string, number>]>([
    ['30:span', { span: 30 }],
    ['900:exception, 5:log;replay', { exception: 900, log: 5, replay: 5 }],
    ['900:exception,5:log;replay,7:hit', { exception: 900, log: 5, replay: 5, hit: 7 }],
    [' 30 : span ; log ', { span: 30, log: 30 }],
    ['60:', { all: 60 }],
    ['60', { all: 60 }],
    ['60:all', { all: 60 }],
    ['60, 5:log', { all: 60, log: 5 }],
    ['60::project:quota', { all: 60 }],
    ['60:log:project:quota, 5:span', { log: 60, span: 5 }],
    ['60:teapot;log', { teapot: 60, log: 60 }],
    ['0:log', { log: 0 }],
    ['', {}],
    ['soon', {}],
    ['soon:log, 5:span', { span: 5 }],
    ['-5:log', {}],
    ['1e9:log', {}],
    [':log', {}],
    [',,;;::', {}],
  ])('is read from %p', (header, seconds) => {
    for (const status of [202, 403, 503]) expect(read(status, { 'X-Service-Rate-Limits': header })).toEqual(seconds);
  });
});

describe('Retry-After (protocol 4.1), of a 429, for the types of its batch', () => {
  test.each<[string, Record<string, string>, number]>([
    ['seconds', { 'Retry-After': '120' }, 120],
    ['none at all', { 'Retry-After': '0' }, 0],
    ['a date', { 'Retry-After': 'Sun, 01 Mar 2026 12:05:00 GMT' }, 300],
    ['a date that is over', { 'Retry-After': 'Sun, 01 Mar 2026 11:59:00 GMT' }, -60],
    ['nothing', {}, 60],
    ['garbage', { 'Retry-After': 'soon' }, 60],
    ['garbage that engines take for a date', { 'Retry-After': 'in 5' }, 60],
    ['garbage that looks like a date', { 'Retry-After': 'Someday GMT' }, 60],
    ['a negative number', { 'Retry-After': '-5' }, 60],
    ['garbage in both headers', { 'Retry-After': '7', 'X-Service-Rate-Limits': 'soon' }, 7],
  ])('is read from %s', (_, headers, seconds) => {
    expect(read(429, headers)).toEqual({ exception: seconds, log: seconds });
  });

  test('yields to X-Service-Rate-Limits', () => {
    expect(read(429, { 'Retry-After': '7', 'X-Service-Rate-Limits': '60:span' })).toEqual({ span: 60 });
  });

  test.each([202, 403, 503])('means nothing with a %p', (status) => {
    expect(read(status, { 'Retry-After': '7' })).toEqual({});
  });
});

/** Seconds by type, of a response to a batch of an exception and a log. */
function read(status: number, headers: Record<string, string>): Record<string, number> {
  const seconds: Record<string, number> = {};
  const response = new Response('{}', { status, headers });
  readHoldOffs(response, [named('a', 'exception'), named('b', 'log')], (type, given) => (seconds[type] = given));
  return seconds;
}
