import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { newSigningSecret, signWebhook } from './signWebhook.js';

const about = () => ({ id: '0f0f0f0f-0000-4000-8000-00000000000c', nowMs: Date.now() });
const BODY = '{"type":"alert.test","data":{"title":"Grüße 💥"}}';

describe('a signature', () => {
  test('is one that the library of the specification verifies', () => {
    const secret = newSigningSecret();
    const headers = signWebhook(BODY, [secret], about());
    expect(new Webhook(secret).verify(BODY, { ...headers })).toEqual(JSON.parse(BODY));
  });

  test('is that of the library, byte for byte', () => {
    const secret = newSigningSecret();
    const at = about();
    const headers = signWebhook(BODY, [secret], at);
    expect(headers['webhook-signature']).toBe(new Webhook(secret).sign(at.id, new Date(at.nowMs), BODY));
  });

  test('is valid for the old and the new secret while secrets are rotated', () => {
    const secrets = [newSigningSecret(), newSigningSecret()];
    const headers = signWebhook(BODY, secrets, about());
    const verified = secrets.map((secret) => new Webhook(secret).verify(BODY, { ...headers }));
    expect(verified).toHaveLength(2);
  });

  test('is not valid for another body, id, time or secret', () => {
    const secret = newSigningSecret();
    const headers = signWebhook(BODY, [secret], about());
    const other = new Webhook(newSigningSecret());
    const own = new Webhook(secret);
    expect(() => other.verify(BODY, { ...headers })).toThrow();
    expect(() => own.verify(`${BODY} `, { ...headers })).toThrow();
    expect(() => own.verify(BODY, { ...headers, 'webhook-id': 'x' })).toThrow();
    expect(() => own.verify(BODY, { ...headers, 'webhook-timestamp': '1' })).toThrow();
  });
});

test('a new secret is 32 random bytes, and no two are the same', () => {
  const secrets = [newSigningSecret(), newSigningSecret()];
  expect(secrets.every((secret) => /^whsec_[A-Za-z0-9+/]{43}=$/.test(secret))).toBe(true);
  expect(new Set(secrets).size).toBe(2);
});
