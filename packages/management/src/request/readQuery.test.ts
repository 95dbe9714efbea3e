import { describe, expect, test } from '@jest/globals';
import { listQuery } from '../list/listQuery.js';
import { oneOf, number } from '../schema/values.js';
import { readQuery } from './readQuery.js';

const schema = listQuery({ level: oneOf('info', 'error'), minDuration: number });

describe('a query', () => {
  test.each([
    ['', { limit: 50 }],
    ['limit=7&level=info', { limit: 7, level: 'info' }],
    ['minDuration=1.5', { limit: 50, minDuration: 1.5 }],
    ['environment=a%20b+c', { limit: 50, environment: 'a b c' }],
    ['release=%F0%9F%98%80', { limit: 50, release: '😀' }],
  ])('%s', async (search, expected) => expect(await readQuery(search, schema)).toEqual(expected));

  test.each([
    ['evironment=x', 'There is no parameter evironment; there are limit, cursor, from, to, environment'],
    ['__proto__=x', 'There is no parameter __proto__; there are'],
    ['limit=1&limit=2', 'limit is given more than once.'],
    ['environment=', 'environment is empty'],
    ['environment=a%00', 'environment holds characters'],
    ['limit=0', 'limit must be >= 1.'],
    ['limit=ten', 'limit must be of the type integer.'],
    ['limit=1e309', 'limit is larger than any number can be.'],
    ['minDuration=-1e309', 'minDuration is larger than any number can be.'],
    ['level=INFO', 'level must be one of info, error.'],
    ['minDuration=NaN', 'minDuration must be of the type number.'],
    [`environment=${'x'.repeat(251)}`, 'environment must NOT have more than 250 characters.'],
  ])('%s: refused', async (search, message) => {
    await expect(readQuery(search, schema)).rejects.toMatchObject({
      status: 400,
      code: 'bad_query',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('an operation without parameters takes none', async () => {
    await expect(readQuery('a=1', undefined)).rejects.toThrow('There is no parameter a; there are none.');
    expect(await readQuery('', undefined)).toEqual({});
  });
});
