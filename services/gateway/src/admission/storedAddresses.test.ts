import { describe, expect, test } from '@jest/globals';
import { invalid, LIMITS, UNDECIDED, verdictCode, type AcceptedEvent, type Json, type StoreIp } from '@sluice/contract';
import { factsFor, sent } from '../testing/facts.js';
import { admitEvents } from './admitBatch.js';
import { storedAddresses } from './storedAddresses.js';

describe('the addresses in the contexts of an event', () => {
  test.each<[StoreIp, Record<string, Json>, Record<string, Json>]>([
    ['full', { 'user.ip_address': '203.0.113.77' }, { 'user.ip_address': '203.0.113.77' }],
    ['truncated', { 'user.ip_address': '203.0.113.77', a: 1 }, { 'user.ip_address': '203.0.113.0', a: 1 }],
    ['truncated', { 'user.ip_address': '2001:db8:a:b::1' }, { 'user.ip_address': '2001:db8:a::' }],
    ['truncated', { 'user.ip': '203.0.113.77', a: 1 }, { a: 1 }],
    ['off', { 'user.ip_address': '203.0.113.77', 'user.ip': '203.0.113.77', a: 1 }, { a: 1 }],
    [
      'truncated',
      { 'client.address': '203.0.113.77', 'network.peer.address': 'a host' },
      { 'client.address': '203.0.113.0' },
    ],
    ['off', { 'client.address': '203.0.113.77', 'network.peer.address': '::1' }, {}],
    [
      'off',
      { 'http.headers': { 'X-Forwarded-For': '203.0.113.77', accept: '*' } },
      { 'http.headers': { accept: '*' } },
    ],
    ['full', { 'http.headers': { 'X-Real-Ip': '203.0.113.77' } }, { 'http.headers': { 'X-Real-Ip': '203.0.113.77' } }],
  ])('storeIp %s: %j becomes %j', (storeIp, contexts, expected) => {
    expect(storedAddresses(eventWith(contexts), storeIp).contexts).toEqual(expected);
  });

  test('those in attributes of a log are stored as far, too', () => {
    const log = {
      ...eventWith({}),
      type: 'log' as const,
      payload: { attributes: { 'client.address': '203.0.113.77', a: 1 } },
    };
    expect(storedAddresses(log, 'truncated').payload).toEqual({
      attributes: { 'client.address': '203.0.113.0', a: 1 },
    });
    expect(storedAddresses(log, 'off').payload).toEqual({ attributes: { a: 1 } });
  });

  test.each<StoreIp>(['full', 'truncated', 'off'])(
    'storeIp %s returns an event without addresses unchanged',
    (storeIp) => {
      for (const event of [eventWith({ 'user.id': '7' }), { ...eventWith({}), contexts: null }]) {
        expect(storedAddresses(event, storeIp)).toBe(event);
      }
    },
  );

  test.each<StoreIp>(['full', 'truncated', 'off'])('storeIp %s does not change the verdict', (storeIp) => {
    const padded = (characters: number): AcceptedEvent => ({
      ...eventWith({ 'user.ip_address': '203.0.113.77' }),
      payload: Object.fromEntries(
        Array.from({ length: 17 }, (_, index) => [`f${index}`, 'x'.repeat(index === 0 ? characters : 65_000)]),
      ),
    });
    const rest = Buffer.byteLength(JSON.stringify(padded(0)));
    const verdictsOf = (bytes: number): string =>
      admitEvents(sent([padded(bytes - rest)]), factsFor([padded(bytes - rest)], { storeIp })).verdicts;
    expect(verdictsOf(LIMITS.maxEventBytes)).toBe(UNDECIDED);
    expect(verdictsOf(LIMITS.maxEventBytes + 1)).toBe(verdictCode(invalid('too_large')));
  });
});

function eventWith(contexts: Record<string, Json>): AcceptedEvent {
  return { type: 'log', timestamp: '2025-01-01T00:00:00Z', contexts, payload: { message: 'm' } };
}
