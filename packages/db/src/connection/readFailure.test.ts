import { describe, expect, test } from '@jest/globals';
import { DatabaseUnavailableError } from './databaseUnavailableError.js';
import { readFailure } from './readFailure.js';

const fromServer = (code: string): Error => Object.assign(new Error('x'), { code, severity: 'ERROR' });
const ofNetwork = (): Error => Object.assign(new Error('connect'), { code: 'ECONNREFUSED', syscall: 'connect' });

describe('why a read failed', () => {
  test.each([
    ['57014', 'too_slow'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['55P03', 'conflict'],
    ['22P02', undefined],
    ['57P01', 'unavailable'],
    ['25006', 'unavailable'],
    ['53100', 'unavailable'],
    ['53300', 'unavailable'],
    ['08006', 'unavailable'],
    ['28P01', 'unavailable'],
    ['3D000', 'unavailable'],
    ['42P01', undefined],
    ['23505', undefined],
  ])('PostgreSQL reports %s: %s', (code, expected) => expect(readFailure(fromServer(code))).toBe(expected));

  test.each<[string, unknown, ReturnType<typeof readFailure>]>([
    ['the driver waited too long', new Error('Query read timeout'), 'too_slow'],
    ['the pool has no connection', new Error('timeout exceeded when trying to connect'), 'unavailable'],
    ['the connection broke', new Error('Connection terminated unexpectedly'), 'unavailable'],
    ['connection refused', ofNetwork(), 'unavailable'],
    ['connection refused at several addresses', new AggregateError([ofNetwork(), ofNetwork()]), 'unavailable'],
    ['no attempt was made', new DatabaseUnavailableError('no connection'), 'unavailable'],
    ['a mistake of ours', new TypeError('x is not a function'), undefined],
    ['no error at all', undefined, undefined],
    ['text', 'x', undefined],
  ])('is found from the error: %s', (_name, error, expected) => expect(readFailure(error)).toBe(expected));
});
