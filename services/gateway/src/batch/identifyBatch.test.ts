import { describe, expect, test } from '@jest/globals';
import { batchIdOf, type KeyKind } from '@sluice/contract';
import { parseNetworks } from '@sluice/runtime';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { compileProject } from '../settings/compileProject.js';
import { newProject } from '../testing/gatewayHarness.js';
import { ARRIVAL_MS } from '../testing/facts.js';
import { batchHash, identifyBatch } from './identifyBatch.js';

const PROXY = '10.0.0.1';
const WINDOW_MS = 900_000;
const project = compileProject(newProject());
const BODY = Buffer.from('{"events":[]}');

describe('identifyBatch (design 2.2)', () => {
  test('returns the sender, the body and the arrival', () => {
    expect(identify({ 'x-forwarded-for': '192.0.2.7', 'user-agent': 'browser' })).toMatchObject({
      bytes: BODY,
      project,
      keyKind: 'public',
      windowMs: WINDOW_MS,
      arrivalMs: ARRIVAL_MS,
      address: '192.0.2.7',
      agent: 'browser',
    });
  });

  test('derives hash and id from the sender, the bytes and the arrival alone', () => {
    const batch = identify({ 'user-agent': 'browser' }, { keyKind: 'server' });
    const sender = { projectId: project.projectId, keyKind: 'server', address: PROXY, agent: 'browser' } as const;
    expect(batch.hash).toBe(batchHash(sender, BODY));
    expect(batch.batchId).toBe(batchIdOf(ARRIVAL_MS, batch.hash, WINDOW_MS));
  });

  test('returns a different nonce for each call', () => {
    expect(identify().nonce).not.toBe(identify().nonce);
  });

  test('recognizes duplicates for a fifth of the window while Redis fills up', () => {
    expect(identify({}, { isFilling: true }).windowMs).toBe(WINDOW_MS / 5);
  });

  test.each<[string, IncomingHttpHeaders, string | undefined]>([
    ['the origin', { origin: 'https://page.test', referer: 'https://other.test/a' }, 'page.test'],
    ['the referer without an origin', { referer: 'https://page.test/a' }, 'page.test'],
    ['neither', {}, undefined],
    ['an origin that is no URL', { origin: 'null' }, undefined],
  ])('takes the host of the page from %s', (_name, headers, host) => {
    expect(identify(headers).pageHost).toBe(host);
  });

  test.each([
    ['1', true],
    ['0', false],
    [undefined, false],
  ])('explains refusals if the debug header is %s: %s', (value, explain) => {
    expect(identify(value === undefined ? {} : { 'x-service-debug': value }).explain).toBe(explain);
  });
});

describe('batchHash', () => {
  const sender = { projectId: '7', keyKind: 'public', address: '192.0.2.7', agent: 'browser' } as const;

  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

  // Records and ids of other gateways depend on it.
  test('is the SHA-256 of sender and bytes, and for server keys of the kind of key', () => {
    expect(batchHash(sender, BODY)).toBe(sha256('["7","192.0.2.7","browser"]\n{"events":[]}'));
    expect(batchHash({ ...sender, keyKind: 'server' }, BODY)).toBe(
      sha256('["7","192.0.2.7","browser","server"]\n{"events":[]}'),
    );
  });

  test.each([
    ['project', { ...sender, projectId: '8' }],
    ['address', { ...sender, address: '192.0.2.8' }],
    ['agent', { ...sender, agent: 'other' }],
    ['kind of key', { ...sender, keyKind: 'server' as const }],
  ])('differs for another %s', (_name, other) => {
    expect(batchHash(other, BODY)).not.toBe(batchHash(sender, BODY));
  });

  test('differs for other bytes', () => {
    expect(batchHash(sender, Buffer.from('{}'))).not.toBe(batchHash(sender, BODY));
  });

  test('differs between senders whose texts join to the same', () => {
    expect(batchHash({ ...sender, address: 'ab', agent: 'c' }, BODY)).not.toBe(
      batchHash({ ...sender, address: 'a', agent: 'bc' }, BODY),
    );
  });
});

interface Options {
  readonly isFilling?: boolean;
  readonly keyKind?: KeyKind;
}

function identify(headers: IncomingHttpHeaders = {}, { isFilling = false, keyKind = 'public' }: Options = {}) {
  return identifyBatch({ headers, peer: PROXY }, { project, keyKind }, BODY, {
    trustedProxies: parseNetworks([PROXY]),
    duplicateWindowMs: WINDOW_MS,
    pressure: () => ({ isFilling }),
    clock: () => ARRIVAL_MS,
    refusals: { wantsInvalid: () => false },
  });
}
