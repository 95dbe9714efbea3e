import { afterEach, expect, jest, test } from '@jest/globals';
import { createConsoleTransport } from './createConsoleTransport.js';
import { named } from './testing/startTransport.js';

afterEach(() => void jest.restoreAllMocks());

test('the console transport prints every event, by the console as it was before anything listened to it', () => {
  const before = jest.spyOn(console, 'log').mockImplementation(() => undefined);
  const transport = createConsoleTransport()({});
  const after = jest.fn();
  Object.assign(console, { log: after });
  const event = named('one');
  void transport.send(event);
  Object.assign(console, { log: before });
  expect(before.mock.calls).toEqual([['[sluice]', 'log', event]]);
  expect(after).not.toHaveBeenCalled();
  expect(transport.endpoint).toBeUndefined();
});
