import { expect, test } from '@jest/globals';
import type { StoreIp } from '@sluice/contract';
import { incomingBatch } from '../testing/batches.js';
import { compileProject } from '../settings/compileProject.js';
import { newProject } from '../testing/gatewayHarness.js';
import { storedSender, type StoredSender } from './storedSender.js';

const visitorOf = (address: string, atMs: number): string => `hash of ${address} at ${atMs}`;

test.each<[StoreIp, string, string]>([
  ['full', '203.0.113.77', '203.0.113.77'],
  ['truncated', '203.0.113.77', '203.0.113.0'],
  ['truncated', '2001:db8:1:2::7', '2001:db8:1::'],
  ['off', '203.0.113.77', ''],
])('storeIp %s stores %s as "%s"', (storeIp, address, expected) => {
  expect(stored(storeIp, address, 'l').address).toBe(expected);
});

test('a batch with hits has a visitor of the recorded arrival, unless it has the whole address', () => {
  expect(stored('truncated', '::1', 'lh').visitor).toBe('hash of ::1 at 5');
  expect(stored('off', '::1', 'h').visitor).toBe('hash of ::1 at 5');
  expect(stored('off', '::1', 'ls').visitor).toBeUndefined();
  expect(stored('full', '::1', 'h')).toEqual({ address: '::1' });
});

function stored(storeIp: StoreIp, address: string, types: string): StoredSender {
  return storedSender(incomingBatch({ project: compileProject(newProject({ storeIp })), address }), { types }, 5, {
    visitorOf,
  });
}
