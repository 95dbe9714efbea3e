import { describe, expect, test } from '@jest/globals';
import type { DestinationTarget } from '@sluice/db';
import { checkTarget, describeSecret } from './destinationTarget.js';

const URL_KINDS = ['webhook', 'slack', 'discord', 'teams', 'mattermost', 'google_chat'] as const;

const target = (kind: string, config: object, secrets: object = {}): DestinationTarget =>
  ({ kind, config, secrets }) as DestinationTarget;

describe('a complete target', () => {
  test.each([
    target('members', { audience: 'assignee' }),
    target('email', { addresses: ['a@example.com', 'b@example.com'] }),
    ...URL_KINDS.map((kind) => target(kind, {}, { url: 'https://example.com/hooks/x?y=z' })),
    target('webhook', {}, { url: 'http://hooks.internal:8080/', signingSecrets: ['whsec_x'] }),
    target('telegram', { chatId: '-1001234567890', threadId: 7 }, { token: '123:abc' }),
    target('telegram', { chatId: '@ops_team' }, { token: '123:abc' }),
    target('ntfy', { topic: 'alerts', server: 'https://ntfy.sh' }),
    target('ntfy', { topic: 'alerts', server: 'https://ntfy.sh' }, { token: 'tk_x' }),
    target('pagerduty', {}, { token: 'key' }),
    target('opsgenie', { server: 'https://api.eu.opsgenie.com' }, { token: 'key' }),
  ])('%j has no problem', (complete) => {
    expect(checkTarget(complete)).toEqual([]);
  });
});

describe('the problems of a target', () => {
  test.each([
    ...URL_KINDS.map((kind) => [target(kind, {}), [`secrets.url: required for ${kind}: `]] as const),
    [target('slack', {}, { url: 'ftp://secret' }), ['secrets.url: must be an http(s) URL']],
    [target('slack', {}, { url: 'https://me:secret@example.com' }), ['secrets.url: must be an http(s) URL']],
    [target('slack', { topic: 'x' }, { url: 'https://example.com' }), ['config.topic: unknown for slack']],
    [target('webhook', {}, { url: 'https://example.com', token: 'secret' }), ['secrets.token: unknown for webhook']],
    [target('email', { addresses: [] }), ['config.addresses: must be a list of 1 to 20']],
    [target('email', { addresses: ['a@b.c, x@y.z'] }), ['config.addresses: must be']],
    [target('email', { addresses: ['a@b.c\r\nBcc: x@y.z'] }), ['config.addresses: must be']],
    [target('email', { addresses: ['a@b.c', 'a@b.c'] }), ['config.addresses: must be']],
    [target('email', { addresses: Array.from({ length: 21 }, (_, i) => `a${i}@b.c`) }), ['config.addresses: must be']],
    [target('members', {}), ['config.audience: required for members']],
    [
      target('telegram', { chatId: 'ops' }, { token: 'a secret' }),
      ['config.chatId: must be', 'secrets.token: must be'],
    ],
    [target('ntfy', { topic: 'a/b', server: 'ntfy.sh' }), ['config.topic: must be', 'config.server: must be']],
    [target('pagerduty', {}, { token: 'secret\r\nx: y' }), ['secrets.token: must be 1 to 1,000 visible']],
  ])('of %j begin with its part', (wrong, starts) => {
    const problems = checkTarget(wrong);
    expect(problems).toEqual(starts.map((start) => expect.stringMatching(start.replace(/[()]/g, '\\$&'))));
    expect(problems.join()).not.toContain('secret\r');
    expect(problems.join()).not.toMatch(/\/\/secret|me:secret|a secret/);
  });
});

test.each([
  [{ url: 'https://hooks.example.com/T/secret?key=secret' }, 'hooks.example.com'],
  [{ token: 'secret' }, 'set'],
  [{ unsubscribeKey: 'secret' }, null],
  [{}, null],
])('of %j, %j is shown', (secrets, shown) => {
  expect(describeSecret(secrets)).toBe(shown);
});
