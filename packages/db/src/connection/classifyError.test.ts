import { describe, expect, test } from '@jest/globals';
import { BadRowError } from './badRowError.js';
import { classifyError, isConnectionLost, sqlstateOf, type ErrorClass } from './classifyError.js';

const fromNode = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'read', errno: -1 });

const BY_SQLSTATE: Readonly<Record<Exclude<ErrorClass, 'no_partition'>, readonly string[]>> = {
  data: [
    '22021',
    '22P05',
    '22P02',
    '22003',
    '22007',
    '22008',
    '22009',
    '22001',
    '22000',
    '21000',
    '54000',
    '54001',
    '23505',
    '23502',
    '23503',
  ],
  conflict: ['40001', '40P01'],
  outage: [
    '08000',
    '08003',
    '08006',
    '08P01',
    '57P01',
    '57P02',
    '57P03',
    '57014',
    '55P03',
    '25P03',
    '25006',
    '25P02',
    '53000',
    '53100',
    '53200',
    '53300',
    '58030',
    'XX000',
    '42P01',
    '42703',
    '28P01',
    '3D000',
    '0A000',
  ],
};

describe('classifyError', () => {
  for (const [expected, codes] of Object.entries(BY_SQLSTATE)) {
    test.each(codes)(`SQLSTATE %s is ${expected}`, (code) => {
      expect(classifyError(fromServer(code))).toBe(expected);
      expect(sqlstateOf(fromServer(code))).toBe(code);
    });
  }

  test('a broken CHECK names its constraint and is data; without one a partition is missing', () => {
    expect(classifyError(fromServer('23514', { constraint: 'spans_have_a_trace' }))).toBe('data');
    expect(classifyError(fromServer('23514', { table: 'spans' }))).toBe('no_partition');
  });

  test.each(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EHOSTUNREACH'])(
    'Node error %s is an outage without SQLSTATE',
    (code) => {
      expect(classifyError(fromNode(code))).toBe('outage');
      expect(sqlstateOf(fromNode(code))).toBeUndefined();
      expect(isConnectionLost(fromNode(code))).toBe(true);
    },
  );

  test.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('the driver saying "%s", without a code, is an outage', (message) => {
    expect(classifyError(new Error(message))).toBe('outage');
    expect(isConnectionLost(new Error(message))).toBe(true);
  });

  test('the pool waiting too long for a connection is an outage', () => {
    expect(classifyError(new Error('timeout exceeded when trying to connect'))).toBe('outage');
  });

  test('an unknown error is an outage, because waiting loses nothing', () => {
    for (const thrown of [new TypeError('x is not a function'), 'text', undefined, null, { code: '22021' }]) {
      expect(classifyError(thrown)).toBe('outage');
    }
  });

  test('a bad row is data and keeps its SQLSTATE', () => {
    const error = new BadRowError(3, '22021', 'invalid byte sequence');
    expect(classifyError(error)).toBe('data');
    expect(sqlstateOf(error)).toBe('22021');
    expect(isConnectionLost(error)).toBe(false);
  });

  test.each([22_021, 'E22021', '220210', '2202', 'ab12c'])('%p is no SQLSTATE', (code) => {
    const error = Object.assign(new Error('odd'), { severity: 'ERROR', code });
    expect([classifyError(error), sqlstateOf(error)]).toEqual(['outage', undefined]);
  });

  test.each(['XX022', 'P0023', '42P54'])('SQLSTATE %s, which only ends like one of data, is outage', (code) => {
    expect(classifyError(fromServer(code))).toBe('outage');
  });

  test('a bad row is data whatever its SQLSTATE', () => {
    expect(classifyError(new BadRowError(3, '0A000', 'not supported'))).toBe('data');
  });
});

describe('isConnectionLost', () => {
  test.each<[string, unknown]>([
    ['an error of the server', fromServer('57P01', { message: 'Connection terminated by administrator' })],
    ['an error with a code that is no system call’s', Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })],
    ['a message that only contains one of the driver’s', new Error('not a Query read timeout')],
    ['what is no error', 'Connection terminated'],
    ['nothing', undefined],
  ])('is false for %s', (_name, thrown) => {
    expect(isConnectionLost(thrown)).toBe(false);
  });
});

function fromServer(code: string, fields: object = {}): Error {
  return Object.assign(new Error(`server error ${code}`), { severity: 'ERROR', code }, fields);
}
