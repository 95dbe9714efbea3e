import { expect, test } from '@jest/globals';
import { createStyle } from '../../../output/style.js';
import { describeDestination, DESTINATION_COLUMNS, targetOf } from './describeDestination.js';

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

const EMAIL = {
  id: '3',
  kind: 'email',
  name: 'Team',
  config: { addresses: ['a@example.com', 'b@example.com'] },
  secret: null,
  addresses: [
    { address: 'a@example.com', state: 'confirmed', until: null },
    { address: 'b@example.com', state: 'waiting', until: '2026-12-28T12:00:00.000Z' },
  ],
};

test('a destination of addresses has the state of each, and the list says how many have not confirmed', () => {
  const shown = describeDestination(EMAIL, createStyle(false));
  expect(shown).toMatch(/address +a@example\.com confirmed\n/);
  expect(shown).toMatch(/address +b@example\.com waiting \(gets alerts until 2026-12-28/);
  const problem = DESTINATION_COLUMNS.find(({ title }) => title === 'PROBLEM');
  expect(problem?.read(EMAIL)).toBe('1 of 2 addresses not confirmed');
});
