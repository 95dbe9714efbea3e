import { describe, expect, test } from '@jest/globals';
import { listQuery, oneOf, number } from '@sluice/api-contract';
import { readQuery } from './readQuery.js';

const schema = listQuery({ level: oneOf('info', 'error'), minDuration: number });

describe('a query', () => {
  test.each([
    ['', { limit: 50 }],
    ['limit=7&level=info', { limit: 7, level: 'info' }],
    ['minDuration=1.5', { limit: 50, minDuration: 1.5 }],
    ['environment=a%20b+c', { limit: 50, environment: 'a b c' }],
    ['release=%F0%9F%98%80', { limit: 50, release: '😀' }],
  ])('is read: %s', async (search, expected) => expect(await readQuery(search, schema)).toEqual(expected));

  test.each([
    ['evironment=x', 'Unknown parameter evironment. Known parameters: limit, cursor, from, to, environment'],
    ['__proto__=x', 'Unknown parameter __proto__. Known parameters:'],
    ['limit=1&limit=2', 'limit is given more than once.'],
    ['environment=', 'environment is empty'],
    ['environment=a%00', 'environment contains NUL'],
    ['limit=0', 'limit must be >= 1.'],
    ['limit=ten', 'limit must be of type integer.'],
    ['limit=1e309', 'limit is out of range.'],
    ['minDuration=-1e309', 'minDuration is out of range.'],
    ['level=INFO', 'level must be one of info, error.'],
    ['minDuration=NaN', 'minDuration must be of type number.'],
    [`environment=${'x'.repeat(251)}`, 'environment must NOT have more than 250 characters.'],
  ])('is refused: %s', async (search, message) => {
    await expect(readQuery(search, schema)).rejects.toMatchObject({
      status: 400,
      code: 'bad_query',
      message: expect.stringContaining(message) as unknown,
    });
  });

  test('an operation without parameters rejects all', async () => {
    await expect(readQuery('a=1', undefined)).rejects.toThrow(
      'Unknown parameter a. This endpoint takes no parameters.',
    );
    expect(await readQuery('', undefined)).toEqual({});
  });
});
