import { describe, expect, test } from '@jest/globals';
import { createTokenThrottle } from './createTokenThrottle.js';

const guess = (address: string, secret = 'guess') => ({ address, secret });

describe('the throttle of tokens', () => {
  test('allows a burst of failures, then one per interval', () => {
    const { time, throttle } = throttleAt();
    for (let i = 0; i < 3; i += 1) {
      expect(throttle.waitMs(guess('1.1.1.1'))).toBe(0);
      throttle.recordFailure(guess('1.1.1.1'));
    }
    expect(throttle.waitMs(guess('1.1.1.1'))).toBe(20_000);
    time.ms += 19_999;
    expect(throttle.waitMs(guess('1.1.1.1'))).toBe(1);
    time.ms += 1;
    expect(throttle.waitMs(guess('1.1.1.1'))).toBe(0);
    throttle.recordFailure(guess('1.1.1.1'));
    expect(throttle.waitMs(guess('1.1.1.1'))).toBe(20_000);
    time.ms += 60_000;
    for (let i = 0; i < 3; i += 1) throttle.recordFailure(guess('1.1.1.1'));
    expect(throttle.waitMs(guess('1.1.1.1'))).toBe(20_000);
  });

  test('each client has a separate limit; an IPv6 network is one client', () => {
    const { throttle } = throttleAt();
    for (let i = 0; i < 9; i += 1) throttle.recordFailure(guess(`2001:db8::${i}`));
    expect(throttle.waitMs(guess('2001:db8::ffff'))).toBeGreaterThan(0);
    expect(throttle.waitMs(guess('2001:db8:0:1::1'))).toBe(0);
    expect(throttle.waitMs(guess('1.1.1.1'))).toBe(0);
  });

  test('ignores valid tokens, and lets a known valid token pass while others fail', () => {
    const { time, throttle } = throttleAt();
    for (let i = 0; i < 9; i += 1) throttle.recordSuccess(guess('1.1.1.1', 'good'), '7');
    for (let i = 0; i < 9; i += 1) throttle.recordFailure(guess('1.1.1.1'));
    expect(throttle.waitMs(guess('1.1.1.1', 'good'))).toBe(0);
    expect(throttle.waitMs(guess('1.1.1.1', 'new'))).toBeGreaterThan(0);
    time.ms += 599_999;
    for (let i = 0; i < 9; i += 1) throttle.recordFailure(guess('1.1.1.1'));
    expect(throttle.waitMs(guess('1.1.1.1', 'good'))).toBe(0);
    time.ms += 1;
    expect(throttle.waitMs(guess('1.1.1.1', 'good'))).toBeGreaterThan(0);
  });

  test('a token that was revoked since is one like any other', () => {
    const { throttle } = throttleAt();
    throttle.recordSuccess(guess('1.1.1.1', 'good'), '7');
    for (let i = 0; i < 9; i += 1) throttle.recordFailure(guess('1.1.1.1', 'good'));
    expect(throttle.waitMs(guess('1.1.1.1', 'good'))).toBeGreaterThan(0);
  });

  test('looks up a token under its organization for ten minutes after it was valid, and otherwise under itself', () => {
    const { time, throttle } = throttleAt();
    const tenantOf = (secret: string): string => throttle.tenantOf(guess('1.1.1.1', secret));
    const own = tenantOf('good');
    expect(own).toMatch(/^token \S{44}$/);
    expect([tenantOf('good') === own, tenantOf('other') === own]).toEqual([true, false]);
    throttle.recordSuccess(guess('1.1.1.1', 'good'), '7');
    time.ms += 599_999;
    expect([tenantOf('good'), tenantOf('other') === own]).toEqual(['7', false]);
    time.ms += 1;
    expect(tenantOf('good')).toBe(own);
  });

  test('remembers so many clients, the latest', () => {
    const { throttle } = throttleAt(10);
    const fail = (address: string): void => {
      for (let i = 0; i < 3; i += 1) throttle.recordFailure(guess(address));
    };
    for (let i = 0; i < 11; i += 1) fail(`1.1.1.${i}`);
    expect(throttle.waitMs(guess('1.1.1.0'))).toBe(0);
    expect(throttle.waitMs(guess('1.1.1.1'))).toBeGreaterThan(0);
  });
});

/** Three failures per minute: a turn every 20 s. */
function throttleAt(remembered = 100) {
  const time = { ms: 1_000_000 };
  return { time, throttle: createTokenThrottle({ perMinute: 3, remembered }, () => time.ms) };
}
