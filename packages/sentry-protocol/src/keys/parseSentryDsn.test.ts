import { describe, expect, test } from '@jest/globals';
import { envelopeBytes } from '../testing/envelopes.js';
import { parseSentryDsn, readTunnelDsn } from './parseSentryDsn.js';

describe('parseSentryDsn', () => {
  test.each<[string, unknown]>([
    ['https://abc@sluice.example/42', { key: 'abc', projectNumber: '42' }],
    ['http://abc@127.0.0.1:8000/4242', { key: 'abc', projectNumber: '4242' }],
    ['https://abc:secret@sluice.example/42', { key: 'abc', projectNumber: '42' }],
    ['https://abc:@[::1]:8000/42', { key: 'abc', projectNumber: '42' }],
    ['https://abc@sluice.example/deep/path/42', { key: 'abc', projectNumber: '42' }],
    ['https://abc@sluice.example/42?x=1', { key: 'abc', projectNumber: '42' }],
    ['https://abc@sluice.example/9223372036854775807', { key: 'abc', projectNumber: '9223372036854775807' }],
    ['https://abc@sluice.example/0', undefined],
    ['https://abc@sluice.example/042', undefined],
    ['https://abc@sluice.example/92233720368547758070', undefined],
    ['https://abc@sluice.example/shop', undefined],
    ['https://abc@sluice.example/', undefined],
    ['https://abc@sluice.example', undefined],
    ['https://sluice.example/42', undefined],
    ['https://a b@sluice.example/42', undefined],
    ['abc@sluice.example/42', undefined],
    ['', undefined],
  ])('%s', (dsn, expected) => {
    expect(parseSentryDsn(dsn)).toEqual(expected);
  });
});

describe('readTunnelDsn', () => {
  const dsn = 'https://abc@sluice.example/42';

  test('returns the DSN of the first line of an envelope', () => {
    expect(readTunnelDsn(envelopeBytes([['event', {}]], { dsn, event_id: 'a' }))).toBe(dsn);
    expect(readTunnelDsn(Buffer.from(JSON.stringify({ dsn })))).toBe(dsn);
  });

  test('reads no more than 16 KiB', () => {
    const padded = (bytes: number): string =>
      JSON.stringify({ dsn, x: 'x'.repeat(bytes - JSON.stringify({ dsn, x: '' }).length) });
    expect(readTunnelDsn(Buffer.from(padded(16_384)))).toBe(dsn);
    expect(readTunnelDsn(Buffer.from(padded(16_385)))).toBeUndefined();
    expect(readTunnelDsn(Buffer.from(`${padded(16_383)}\n${'x'.repeat(50_000)}`))).toBe(dsn);
  });

  test.each(['', '{}', '{"dsn":5}', '[]', 'null', '{"dsn":"https'])('returns nothing for %s', (line) => {
    expect(readTunnelDsn(Buffer.from(line))).toBeUndefined();
  });
});
