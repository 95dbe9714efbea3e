import { expect, test } from '@jest/globals';
import { shownError, withoutCredentials } from './shownError.js';

const SECRET = 'hunter2';

test('of an error are shown type, message, stack, code and causes', () => {
  const cause = Object.assign(new TypeError('inner'), { code: 'E1' });
  const shown = shownError(new Error('outer', { cause }));
  expect(shown).toMatchObject({ type: 'Error', message: 'outer', cause: { type: 'TypeError', code: 'E1' } });
  expect((shown as { stack: string }).stack).toContain('shownError.test');
});

test('what a driver adds to an error is not', () => {
  const command = { name: 'auth', args: ['default', SECRET] };
  const failed = Object.assign(new Error('WRONGPASS'), { command, detail: SECRET, where: `COPY logs: "${SECRET}"` });
  const both = new AggregateError([failed, new Error('no way', { cause: failed })], 'all failed');
  for (const thrown of [failed, both, new Error('x', { cause: both })]) {
    expect(JSON.stringify(shownError(thrown))).not.toContain(SECRET);
  }
});

test.each([
  [`cannot reach postgres://sluice:${SECRET}@db:5432/sluice`, 'cannot reach postgres://…@db:5432/sluice'],
  [`redis://:${SECRET}@127.0.0.1, redis://127.0.0.1`, 'redis://…@127.0.0.1, redis://127.0.0.1'],
  ['https://example.com/@bob', 'https://example.com/@bob'],
])('%s is shown as %s', (text, expected) => {
  expect(withoutCredentials(text)).toBe(expected);
  expect(shownError(text)).toBe(expected);
  expect(shownError(new Error(text))).toMatchObject({ message: expected });
});

test('causes that go round end', () => {
  const error: Error & { cause?: unknown } = new Error('round');
  error.cause = error;
  expect(JSON.stringify(shownError(error)).length).toBeLessThan(10_000);
});
