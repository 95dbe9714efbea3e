import { describe, expect, test } from '@jest/globals';
import { BadRowError } from './badRowError.js';
import { classifyError, isConnectionLost, sqlstateOf, type ErrorClass } from './classifyError.js';

const fromServer = (code: string, fields: object = {}): Error =>
  Object.assign(new Error(`server error ${code}`), { severity: 'ERROR', code }, fields);
const fromNode = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'read', errno: -1 });

const BY_SQLSTATE: Readonly<Record<Exclude<ErrorClass, 'no_partition'>, readonly string[]>> = {
  data: [
    ...['22021', '22P05', '22P02', '22003', '22007', '22008', '22009', '22001', '22000'],
    ...['21000', '54000', '54001', '23505', '23502', '23503'],
  ],
  conflict: ['40001', '40P01'],
  outage: [
    ...['08000', '08003', '08006', '08P01', '57P01', '57P02', '57P03', '57014', '55P03', '25P03', '25006', '25P02'],
    ...['53000', '53100', '53200', '53300', '58030', 'XX000', '42P01', '42703', '28P01', '3D000', '0A000'],
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

  test('what is unknown is an outage: waiting loses nothing', () => {
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
});
