import type { DestinationKind } from '@sluice/contract';
import { describe, expect, test } from '@jest/globals';
import { parseAllowList } from '../transport/allowList.js';
import { newSigningSecret } from '../transport/signWebhook.js';
import type { Destination } from '../renderedRequest.js';
import { REQUEST_KINDS, SAMPLE_DESTINATIONS } from '../testing/destinations.js';
import { describeSecret } from './describeSecret.js';
import { destinationProblems, destinationWarnings } from './validateDestination.js';

const withUrl = (kind: DestinationKind, url: string): Destination => ({ kind, config: {}, secrets: { url } });

test.each(REQUEST_KINDS)('a valid destination of %s has no problem', (kind) => {
  expect(destinationProblems(SAMPLE_DESTINATIONS[kind])).toEqual([]);
  expect(destinationWarnings(SAMPLE_DESTINATIONS[kind])).toEqual([]);
});

test.each(REQUEST_KINDS)('a destination of %s without anything has problems', (kind) => {
  expect(destinationProblems({ kind, config: {}, secrets: {} })).not.toEqual([]);
});

describe('a URL', () => {
  test.each([
    ['', 'must be an https URL'],
    ['hooks.slack.com/services/T/B/X', 'must be an https URL'],
    ['http://hooks.slack.com/services/T/B/X', 'must be an https URL, unless ALERTS_ALLOWED_ADDRESSES allows it'],
    ['http://8.8.8.8/', 'must be an https URL, unless ALERTS_ALLOWED_ADDRESSES allows it'],
    ['ftp://hooks.slack.com/', 'must be an https URL'],
    ['https://hooks.slack.com/a b', 'must be an https URL'],
    ['https://user:password@hooks.slack.com/', 'must not contain a user or password'],
    [`https://hooks.slack.com/${'x'.repeat(2000)}`, 'must have at most 2000 characters'],
  ])('%p %s', (url, problem) => {
    expect(destinationProblems(withUrl('slack', url))).toEqual([`secrets.url: ${problem}`]);
  });

  test.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]:8443/',
    'https://169.254.169.254/',
    'https://localhost/',
    'https://a.localhost.:1/',
    'http://127.0.0.1:8080/',
    'https://[fd00::1]/',
  ])('of a private address is refused: %s', (url) => {
    const problem = 'must be a public address, unless ALERTS_ALLOWED_ADDRESSES allows it';
    expect(destinationProblems(withUrl('webhook', url))).toContain(`secrets.url: ${problem}`);
    expect(destinationProblems({ kind: 'ntfy', config: { server: url, topic: 'a' }, secrets: {} })).toEqual([
      `config.server: ${problem}`,
    ]);
  });

  describe('of a receiver that an operator allows', () => {
    const allowList = parseAllowList(['10.0.0.0/8', '127.0.0.1', 'chat.local:8065']);

    test.each(['http://10.1.2.3/', 'https://10.1.2.3/', 'http://localhost:1/', 'http://CHAT.local:8065/hooks/x'])(
      'is accepted: %s',
      (url) => {
        expect(destinationProblems(withUrl('mattermost', url), allowList)).toEqual([]);
      },
    );

    test('is accepted without TLS if it is a name, which may lead there', () => {
      const byName = parseAllowList(['chat.local:8065']);
      expect(destinationProblems(withUrl('mattermost', 'http://other.local/'), allowList)).toEqual([]);
      expect(destinationProblems(withUrl('mattermost', 'http://chat.local/'), byName)).toHaveLength(1);
    });

    test('does not make another address acceptable', () => {
      expect(destinationProblems(withUrl('mattermost', 'https://192.168.0.1/'), allowList)).toHaveLength(1);
      expect(destinationProblems(withUrl('mattermost', 'http://8.8.8.8/'), allowList)).toHaveLength(1);
    });
  });

  test.each([
    ['slack', 'https://hooks.slack.example/', /^hooks\.slack\.example is not a host of Slack, .* hooks\.slack\.com\./],
    ['discord', 'https://discord.com.example/', /^discord\.com\.example is not a host of Discord, .* discord\.com\./],
    ['google_chat', 'https://chat.example/', /^chat\.example is not a host of Google Chat, .* chat\.googleapis\.com\./],
    ['teams', 'https://teams.example/', /^teams\.example is not a host of Microsoft Teams, .*logic\.azure\.com/],
    [
      'teams',
      'https://acme.webhook.office.com/webhookb2/x',
      /^acme\.webhook\.office\.com is a host of Office 365 connectors/,
    ],
  ] as const)('of %s on another host is a warning that names the host: %s', (kind, url, problem) => {
    expect(destinationProblems(withUrl(kind, url))).toEqual([]);
    expect(destinationWarnings(withUrl(kind, url))).toEqual([expect.stringMatching(problem)]);
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
      'config.addresses[1]: must be an email address',
    ],
    [
      { kind: 'email', config: { addresses: ['a@b.c\r\nBcc: x@y.z'] }, secrets: {} },
      'config.addresses[0]: must be an email address',
    ],
    [
      { kind: 'email', config: { addresses: ['a@b.c', 'a@b.c'] }, secrets: {} },
      'config.addresses: must not name an address twice',
    ],
    [
      { kind: 'email', config: { addresses: Array.from({ length: 21 }, (_, i) => `a${i}@b.c`) }, secrets: {} },
      'config.addresses: must have 1 to 20 addresses',
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
      'secrets.token: must be an integration key of 32 letters and digits',
    ],
    [
      { kind: 'pagerduty', config: { topic: 'a' }, secrets: SAMPLE_DESTINATIONS.pagerduty.secrets },
      'config.topic: is not a field of a destination "pagerduty"',
    ],
  ])('%j', (destination, problem) => {
    expect(destinationProblems(destination as Destination)).toEqual([problem]);
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
    expect(destinationProblems({ kind: 'webhook', config: {}, secrets })).toEqual([problem]);
  });
});

test('a destination of members may have the key that Sluice made', () => {
  const secrets = { unsubscribeKey: 'made' };
  expect(destinationProblems({ kind: 'members', config: { audience: 'owners' }, secrets })).toEqual([]);
});

test('no problem contains a secret', () => {
  const secrets = { url: 'ftp://very-secret', token: 'very secret', signingSecrets: ['very-secret'] };
  const kinds = [...REQUEST_KINDS, 'email', 'members'] as const;
  expect(kinds.flatMap((kind) => destinationProblems({ kind, config: {}, secrets })).join()).not.toMatch(/very/);
});

test.each([
  [{ url: 'https://hooks.example.com/T/secret?key=secret' }, 'hooks.example.com'],
  [{ token: 'secret' }, 'set'],
  [{ unsubscribeKey: 'secret' }, null],
  [{}, null],
])('of %j, %j is shown', (secrets, shown) => {
  expect(describeSecret(secrets)).toBe(shown);
});
