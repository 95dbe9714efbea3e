import type { DestinationKind } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { newSigningSecret } from '../delivery/signWebhook.js';
import type { Destination } from '../renderedRequest.js';
import { REQUEST_KINDS, SAMPLE_DESTINATIONS } from '../testing/destinations.js';
import { describeSecret } from './describeSecret.js';
import { validateDestination } from './validateDestination.js';

const problemsOf = (destination: Destination, options = {}): string[] =>
  validateDestination(destination, options).map(({ field, problem }) => `${field}: ${problem}`);
const withUrl = (kind: DestinationKind, url: string): Destination => ({ kind, config: {}, secrets: { url } });

test.each(REQUEST_KINDS)('a valid destination of %s has no problem', (kind) => {
  expect(problemsOf(SAMPLE_DESTINATIONS[kind])).toEqual([]);
});

test.each(REQUEST_KINDS)('a destination of %s without anything has problems', (kind) => {
  expect(problemsOf({ kind, config: {}, secrets: {} })).not.toEqual([]);
});

describe('a URL', () => {
  test.each([
    ['', 'must be an https URL'],
    ['hooks.slack.com/services/T/B/X', 'must be an https URL'],
    ['http://hooks.slack.com/services/T/B/X', 'must be an https URL'],
    ['ftp://hooks.slack.com/', 'must be an https URL'],
    ['https://hooks.slack.com/a b', 'must be an https URL'],
    ['https://user:password@hooks.slack.com/', 'must not contain a user or password'],
    [`https://hooks.slack.com/${'x'.repeat(2000)}`, 'must have at most 2000 characters'],
  ])('%p %s', (url, problem) => {
    expect(problemsOf(withUrl('slack', url))).toEqual([`secrets.url: ${problem}`]);
  });

  test('may be without TLS if an operator allows receivers', () => {
    expect(problemsOf(withUrl('mattermost', 'http://chat.local:8065/hooks/x'), { allowsHttp: true })).toEqual([]);
  });

  test.each([
    ['slack', 'https://hooks.slack.example/', 'is not an address of slack'],
    ['discord', 'https://discord.com.example/', 'is not an address of discord'],
    ['google_chat', 'https://chat.example/', 'is not an address of google_chat'],
    [
      'teams',
      'https://acme.webhook.office.com/webhookb2/x',
      'is a connector of Office 365, which no longer works; create a workflow',
    ],
  ] as const)('of %s on another host is a warning: %s', (kind, url, problem) => {
    expect(validateDestination(withUrl(kind, url))).toEqual([{ field: 'secrets.url', problem, isWarning: true }]);
  });
});

describe('a field', () => {
  test.each([
    [
      { kind: 'members', config: { audience: 'strangers' }, secrets: {} },
      'config.audience: must be one of owners, admins, members, assignee',
    ],
    [{ kind: 'email', config: { addresses: [] }, secrets: {} }, 'config.addresses: must have 1 to 20 addresses'],
    [
      { kind: 'email', config: { addresses: ['a@b.c', 'a@b.c,d@e.f'] }, secrets: {} },
      'config.addresses[1]: must be an e-mail address',
    ],
    [
      { kind: 'telegram', config: { chatId: '@channel', threadId: 5 }, secrets: SAMPLE_DESTINATIONS.telegram.secrets },
      'config.threadId: needs a numeric config.chatId',
    ],
    [
      { kind: 'telegram', config: { chatId: 'channel' }, secrets: SAMPLE_DESTINATIONS.telegram.secrets },
      'config.chatId: must be a number or "@" and a name',
    ],
    [
      { kind: 'telegram', config: { chatId: '1' }, secrets: { token: 'a/b' } },
      'secrets.token: must be the token of a bot, such as 123456:ABC…',
    ],
    [
      { kind: 'ntfy', config: { server: 'https://ntfy.sh', topic: 'a b' }, secrets: {} },
      'config.topic: must have 1 to 64 letters, digits, "-" or "_"',
    ],
    [{ kind: 'ntfy', config: { topic: 'a' }, secrets: {} }, 'config.server: must be an https URL'],
    [
      { kind: 'ntfy', config: { server: 'https://ntfy.sh?a', topic: 'a' }, secrets: {} },
      'config.server: must not have a query or a fragment',
    ],
    [
      { kind: 'opsgenie', config: {}, secrets: { token: 'a\nb' } },
      'secrets.token: must have 1 to 200 printable characters',
    ],
    [
      { kind: 'pagerduty', config: {}, secrets: { token: 'short' } },
      'secrets.token: must be a routing key of 32 letters and digits',
    ],
    [
      { kind: 'pagerduty', config: { topic: 'a' }, secrets: SAMPLE_DESTINATIONS.pagerduty.secrets },
      'config.topic: is not a field of a destination "pagerduty"',
    ],
  ])('%j', (destination, problem) => {
    expect(problemsOf(destination as Destination)).toEqual([problem]);
  });

  test.each([
    [[], 'secrets.signingSecrets: must have 1 to 5 secrets'],
    [['whsec_c2hvcnQ='], 'secrets.signingSecrets[0]: must be "whsec_" and 24 to 64 bytes in base64'],
    [
      [newSigningSecret(), newSigningSecret().slice(6)],
      'secrets.signingSecrets[1]: must be "whsec_" and 24 to 64 bytes in base64',
    ],
  ])('signing secrets: %#', (signingSecrets, problem) => {
    const secrets = { url: 'https://hooks.example/', signingSecrets };
    expect(problemsOf({ kind: 'webhook', config: {}, secrets })).toEqual([problem]);
  });
});

describe('a secret is shown', () => {
  test.each([
    ['webhook', 'https://hooks.example/…'],
    ['slack', 'https://hooks.slack.com/…/XXXX'],
    ['teams', 'https://prod-1.westeurope.logic.azure.com/…/abc'],
    ['telegram', '123456:…saw0'],
    ['ntfy', '…'],
    ['pagerduty', '…cdef'],
  ] as const)('of %s as %s', (kind, shown) => {
    expect(describeSecret(SAMPLE_DESTINATIONS[kind])).toBe(shown);
  });

  test('not at all if there is none', () => {
    expect(describeSecret({ kind: 'email', secrets: {} })).toBeNull();
  });
});
