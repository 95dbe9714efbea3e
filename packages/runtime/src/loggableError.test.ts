import { describe, expect, test } from '@jest/globals';
import { loggableError, redactCredentials } from './loggableError.js';

const SECRET = 'hunter2';

test('a logged error has type, message, stack, code and causes', () => {
  const cause = Object.assign(new TypeError('inner'), { code: 'E1' });
  const shown = loggableError(new Error('outer', { cause }));
  expect(shown).toMatchObject({ type: 'Error', message: 'outer', cause: { type: 'TypeError', code: 'E1' } });
  expect((shown as { stack: string }).stack).toContain('loggableError.test');
});

test('a logged error has no properties that drivers add', () => {
  const command = { name: 'auth', args: ['default', SECRET] };
  const failed = Object.assign(new Error('WRONGPASS'), { command, detail: SECRET, where: `COPY logs: "${SECRET}"` });
  const both = new AggregateError([failed, new Error('no way', { cause: failed })], 'all failed');
  for (const thrown of [failed, both, new Error('x', { cause: both })]) {
    expect(JSON.stringify(loggableError(thrown))).not.toContain(SECRET);
  }
});

test('a logged error has none of them even if they are long', () => {
  expect(redactCredentials(`https://a:${SECRET.repeat(200)}@db, //x`)).toBe('https://…@db, //x');
});

test.each([
  [`cannot reach postgres://sluice:${SECRET}@db:5432/sluice`, 'cannot reach postgres://…@db:5432/sluice'],
  [`redis://:${SECRET}@127.0.0.1, redis://127.0.0.1`, 'redis://…@127.0.0.1, redis://127.0.0.1'],
  ['https://example.com/@bob', 'https://example.com/@bob'],
  [`redis://:p@${SECRET}@@db:6379`, 'redis://…@db:6379'],
  [`postgres://a:${SECRET}@db1:5432,b:${SECRET}@db2/x`, 'postgres://…@db2/x'],
])('%s is shown as %s', (text, expected) => {
  expect(redactCredentials(text)).toBe(expected);
  expect(loggableError(text)).toBe(expected);
  expect(loggableError(new Error(text))).toMatchObject({ message: expected });
});

describe('values that a message quotes are removed from message and stack', () => {
  const thrownBy = (work: () => unknown): Error => {
    try {
      work();
    } catch (error) {
      return error as Error;
    }
    throw new Error('nothing was thrown');
  };
  const fromPostgres = (code: string, message: string): Error =>
    Object.assign(new Error(message), { severity: 'ERROR', code });

  test.each<[string, Error, string]>([
    [
      'a value of PostgreSQL’s',
      fromPostgres('22P02', `invalid input syntax for type bigint: "${SECRET}"`),
      'invalid input syntax for type bigint: "…"',
    ],
    [
      'one that holds quotes and lines',
      fromPostgres('22003', `value "1"${SECRET}"\n    at ${SECRET}" is out of range`),
      'value "…" is out of range',
    ],
    [
      'the beginning of a text that is no JSON',
      thrownBy(() => JSON.parse(SECRET)),
      'Unexpected token \'h\', "…" is not valid JSON',
    ],
    [
      'a piece of one',
      thrownBy(() => JSON.parse(`{"a": [${'1,'.repeat(40)}${SECRET}"${',1'.repeat(40)}]}`)),
      'Unexpected token \'h\', ..."…"... is not valid JSON',
    ],
    [
      'arguments of a command that Redis does not know',
      new Error(`ERR unknown command 'x', with args beginning with: '${SECRET}' '${SECRET}'`),
      "ERR unknown command 'x', with args beginning with: …",
    ],
  ])('%s', (_what, error, message) => {
    const shown = loggableError(new Error('outer', { cause: error })) as { readonly cause: unknown };
    expect(JSON.stringify(shown)).not.toContain(SECRET);
    expect(shown.cause).toMatchObject({ message, stack: expect.stringContaining(`${message}\n    at `) });
  });

  test('also if the message was changed after the error was created', () => {
    const error = fromPostgres('22P02', `syntax: "${SECRET}"`);
    expect(error.stack).toContain(SECRET);
    error.message = 'x';
    expect(JSON.stringify(loggableError(error))).not.toContain(SECRET);
    expect(loggableError(error)).toMatchObject({ stack: expect.stringContaining('loggableError.test') });
  });

  test('names of tables and columns are kept', () => {
    const message = 'relation "issues" does not exist';
    expect(loggableError(fromPostgres('42P01', message))).toMatchObject({ message });
  });
});

test('circular causes end after four levels', () => {
  const error: Error & { cause?: unknown } = new Error('round');
  error.cause = error;
  const levels = [];
  for (let shown = loggableError(error); shown !== undefined; shown = (shown as { cause?: unknown }).cause)
    levels.push(shown);
  expect(levels).toHaveLength(1 + 4);
});
