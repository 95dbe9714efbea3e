import { expect, test } from '@jest/globals';
import { destinationPlace } from './destinationKinds';

const addresses = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}@example.com`);

test.each([
  [{ kind: 'members', config: { audience: 'assignee' } }, 'the assignee of the issue'],
  [{ kind: 'email', config: { addresses: addresses(4) } }, addresses(4).join(', ')],
  [{ kind: 'email', config: { addresses: addresses(20) } }, `${addresses(3).join(', ')} and 17 more`],
  [{ kind: 'telegram', config: { chatId: '-100' } }, 'chat -100'],
  [{ kind: 'ntfy', config: { server: 'https://push.example', topic: 'web' } }, 'push.example/web'],
  [{ kind: 'pagerduty', config: {}, secret: 'set' }, 'events.pagerduty.com, integration key ••••'],
  [{ kind: 'opsgenie', config: {}, secret: 'set' }, 'api.opsgenie.com, key ••••'],
  [{ kind: 'slack', config: {}, secret: 'hooks.slack.com' }, 'hooks.slack.com/••••'],
  [{ kind: 'webhook', config: {}, secret: null }, 'no URL'],
] as const)('%j sends to “%s”', (destination, place) => {
  expect(destinationPlace({ secret: null, ...destination })).toBe(place);
});
