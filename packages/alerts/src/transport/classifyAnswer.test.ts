import { describe, expect, test } from '@jest/globals';
import type { RequestKind } from '../renderedRequest.js';
import { REQUEST_KINDS } from '../testing/destinations.js';
import { classifyAnswer } from './classifyAnswer.js';

const NOW = Date.parse('2026-11-25T10:00:00Z');

describe.each(REQUEST_KINDS)('%s', (kind) => {
  test.each([200, 201, 202, 204])('%d is sent', (status) => {
    expect(classify(kind, status)).toEqual({ result: 'sent' });
  });

  test.each([301, 302, 307, 308, 408, 429, 500, 502, 503, 504])('%d is tried again', (status) => {
    expect(classify(kind, status).result).toBe('retry');
  });
});

const DEAD: readonly (readonly [RequestKind, number, unknown])[] = [
  ['webhook', 410, ''],
  ['slack', 403, 'action_prohibited'],
  ['slack', 404, 'channel_not_found'],
  ['slack', 410, 'channel_is_archived'],
  ['slack', 400, 'no_service'],
  ['slack', 400, 'no_team'],
  ['slack', 400, 'invalid_token'],
  ['discord', 404, { message: 'Unknown Webhook', code: 10015 }],
  ['discord', 401, { message: 'Invalid Webhook Token', code: 50027 }],
  ['teams', 404, ''],
  ['telegram', 401, { ok: false, description: 'Unauthorized' }],
  ['telegram', 403, { ok: false, description: 'Forbidden: bot was blocked by the user' }],
  ['telegram', 404, { ok: false, description: 'Not Found' }],
  ['telegram', 400, { ok: false, description: 'Bad Request: chat not found' }],
  ['telegram', 400, { ok: false, description: 'group upgraded', parameters: { migrate_to_chat_id: -100 } }],
  ['mattermost', 404, ''],
  ['mattermost', 501, ''],
  ['mattermost', 400, { id: 'web.incoming_webhook.invalid.app_error', message: 'Invalid webhook.' }],
  ['ntfy', 403, { code: 40301 }],
  ['ntfy', 400, { code: 40009, error: 'invalid topic' }],
  ['google_chat', 403, ''],
  ['google_chat', 404, ''],
  ['pagerduty', 400, { status: 'invalid event', errors: ["'routing_key' is invalid"] }],
  ['opsgenie', 401, ''],
  ['opsgenie', 403, ''],
];
test.each(DEAD)('%s is dead after %d %j', (kind, status, body) => {
  expect(classify(kind, status, body)).toEqual({ result: 'dead', scope: 'destination' });
});

const REFUSED: readonly (readonly [RequestKind, number, unknown])[] = [
  ['slack', 400, 'invalid_blocks'],
  ['discord', 400, { code: 50035 }],
  ['telegram', 400, { description: "Bad Request: can't parse entities" }],
  ['ntfy', 413, ''],
  ['google_chat', 400, ''],
  ['pagerduty', 400, { errors: ['summary is too long'] }],
  ['opsgenie', 422, ''],
];
test.each(REFUSED)('%s refuses the message alone with %d %j', (kind, status, body) => {
  expect(classify(kind, status, body)).toEqual({ result: 'dead', scope: 'message' });
});

test.each([400, 401, 403, 404, 413])('a webhook that answers %d is tried again', (status) => {
  expect(classify('webhook', status).result).toBe('retry');
});

test('the limit that Teams reports inside of a success is tried again', () => {
  expect(classify('teams', 200, 'Microsoft Teams endpoint returned HTTP error 429').result).toBe('retry');
});

describe('the time to wait', () => {
  test.each([
    ['of the header, in seconds', 'slack', { body: '', headers: { 'retry-after': '30' } }, 30_000],
    [
      'of the header, as a date',
      'webhook',
      { body: '', headers: { 'retry-after': 'Wed, 25 Nov 2026 10:01:00 GMT' } },
      60_000,
    ],
    ['of a date that is past', 'webhook', { body: '', headers: { 'retry-after': 'Wed, 25 Nov 2026 09:00:00 GMT' } }, 0],
    [
      'of Discord, in fractions',
      'discord',
      { body: { retry_after: 0.65, global: false }, headers: { 'retry-after': '1' } },
      650,
    ],
    ['of Telegram', 'telegram', { body: { ok: false, parameters: { retry_after: 12 } }, headers: {} }, 12_000],
    ['of the daily limit of ntfy', 'ntfy', { body: { code: 42908, http: 429 }, headers: {} }, 3 * 3_600_000],
    ['of PagerDuty, which names none', 'pagerduty', { body: '', headers: {} }, 120_000],
    ['of a day at most', 'webhook', { body: '', headers: { 'retry-after': '99999999' } }, 24 * 3_600_000],
    ['is unknown if the header makes no sense', 'webhook', { body: '', headers: { 'retry-after': 'soon' } }, undefined],
  ] as const)('%s', (_what, kind, { body, headers }, expected) => {
    expect(classify(kind, 429, body, headers)).toEqual({ result: 'retry', retryAfterMs: expected });
  });
});

function classify(kind: RequestKind, status: number, body: unknown = '', headers = {}) {
  return classifyAnswer(kind, { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) }, NOW);
}
