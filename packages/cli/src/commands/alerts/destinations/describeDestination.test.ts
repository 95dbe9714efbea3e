import { expect, test } from '@jest/globals';
import { targetOf } from './describeDestination.js';

test.each([
  [{ config: { audience: 'owners' }, secret: null }, 'owners'],
  [{ config: { addresses: ['a@example.com', 'b@example.com'] }, secret: null }, 'a@example.com, b@example.com'],
  [{ config: { addresses: [] }, secret: null }, 'no address'],
  [{ config: {}, secret: 'hooks.slack.com' }, 'hooks.slack.com'],
  [{ config: { chatId: '-100', threadId: 7 }, secret: 'set' }, 'chat -100, thread 7, token set'],
  [{ config: { server: 'https://ntfy.sh', topic: '…' }, secret: null }, 'https://ntfy.sh, topic …'],
])('a destination with %j sends to %s', (destination, shown) => {
  expect(targetOf(destination)).toBe(shown);
});
