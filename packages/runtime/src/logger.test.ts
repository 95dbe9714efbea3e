import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { createLogger, silentLogger } from './logger.js';

test('no line contains the details that a driver adds to an error', () => {
  const { err } = (createLogger('test') as unknown as Record<symbol, Record<string, (thrown: unknown) => unknown>>)[
    pino.symbols.serializersSym
  ] as { readonly err: (thrown: unknown) => unknown };
  const command = { name: 'auth', args: ['default', 'hunter2'] };
  const shown = JSON.stringify(err(Object.assign(new Error('WRONGPASS'), { command })));
  expect(shown).toContain('WRONGPASS');
  expect(shown).not.toContain('hunter2');
});

test('every line names the service, the version and the instance', () => {
  expect(createLogger('test').bindings()).toEqual({
    service: 'test',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    instance: expect.stringMatching(new RegExp(`^.+:${process.pid}$`)),
  });
});

test('the silent logger writes nothing', () => {
  expect(silentLogger.level).toBe('silent');
});
