import { describe, expect, test } from '@jest/globals';
import { NotReplayableError, decodeBatch, decodeIdentity, encodeBatch, type SpooledBatch } from './spooledBatch.js';

const event = (type: 'log' | 'span', text: string) => ({ type, json: Buffer.from(`{"text":"${text}"}`) });

const batch: SpooledBatch = {
  projectId: '7',
  organizationId: '1',
  hash: 'a'.repeat(64),
  batchId: '01977a00-0000-8000-8000-000000000000',
  arrivalMs: 1_750_000_000_000,
  windowMs: 900_000,
  types: 'l-su',
  verdicts: '.-.b',
  address: '::1',
  agent: 'Möbius/1.0',
  nonce: 'entry',
  serialized: [event('log', 'ä'), undefined, event('span', ''), undefined],
};

describe('an entry', () => {
  test.each<[string, SpooledBatch]>([
    ['as it was decided', batch],
    ['with a call in doubt', { ...batch, doubtfulNonce: 'call' }],
    ['charged before', { ...batch, verdicts: 'p-tb', charged: { hour: 486_111, epoch: 'c0ffee' } }],
    ['without events', { ...batch, serialized: [undefined, undefined, undefined, undefined] }],
  ])('is read as it was written: %s', (_name, given) => {
    expect(decodeBatch(encodeBatch(given))).toEqual(given);
    expect(decodeIdentity(encodeBatch(given))).toMatchObject({ hash: given.hash, windowMs: 900_000 });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a length beyond its end', Buffer.from([0, 0, 1, 0, 1])],
    ['no JSON', Buffer.from([0, 0, 0, 2, 1, 2])],
    ['fewer bytes than its header says', encodeBatch(batch).subarray(0, -1)],
    [
      'another version',
      Buffer.from(encodeBatch(batch).toString('latin1').replace('"version":1', '"version":9'), 'latin1'),
    ],
  ])('of %s is not replayable', (_name, bytes) => {
    expect(() => decodeBatch(bytes)).toThrow(NotReplayableError);
  });
});
