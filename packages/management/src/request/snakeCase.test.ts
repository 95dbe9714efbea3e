import { describe, expect, test } from '@jest/globals';
import { object } from '@sluice/api-contract';
import { boolean, text } from '@sluice/api-contract';
import { validateBody } from './validateBody.js';
import { matchParameterName } from './snakeCase.js';

describe('spellings of names', () => {
  test.each([
    ['minDuration', 'minDuration'],
    ['min_duration', 'minDuration'],
    ['trace', 'trace'],
    ['traceId', 'trace'],
    ['trace_id', 'trace'],
    ['Min_Duration', undefined],
    ['_minDuration', undefined],
    ['id', undefined],
    ['__proto__', undefined],
  ])('%s means %s', (given, name) => expect(matchParameterName(given, ['minDuration', 'trace'])).toBe(name));

  const schema = object({ resolvedIn: text(), filters: object({ browserExtensions: boolean }) }, [
    'resolvedIn',
    'filters',
  ]);

  test('a body may spell its fields in snake_case, inner ones too', async () => {
    const body = { resolved_in: '1', filters: { browser_extensions: true } };
    await validateBody(body, schema);
    expect(body).toEqual({ resolvedIn: '1', filters: { browserExtensions: true } });
  });

  test.each([
    [{ resolved_in: '1', resolvedIn: '1' }, 'resolvedIn is given under two spellings.'],
    [{ filters: { browser_extensions: true, browserExtensions: true } }, 'browserExtensions is given under two'],
    [{ resolved_by: '1' }, 'Unknown field resolved_by.'],
    [{ resolved_in: 1 }, 'resolvedIn must be of type string.'],
  ])('%j is refused', async (body, message) => {
    await expect(validateBody(body, schema)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining(message) as unknown,
    });
  });
});
