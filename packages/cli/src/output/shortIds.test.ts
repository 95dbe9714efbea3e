import { describe, expect, test } from '@jest/globals';
import { shortIds } from './shortIds.js';

describe('short ids', () => {
  test.each([
    ['random UUIDs have 8 digits', ['7d9f7c1e-2b7c-4e57-9d4e-0a4c8f1b2c3d'], ['7d9f7c1e']],
    [
      'UUIDs that begin alike extend to the group that differs',
      ['7d9f7c1e-2b7c-4e57-9d4e-0a4c8f1b2c3d', '7d9f7c1e-2b7d-4e57-9d4e-0a4c8f1b2c3d'],
      ['7d9f7c1e-2b7c', '7d9f7c1e-2b7d'],
    ],
    ['ids ordered by time have four groups', ['01983c1e-4f2a-8003-9abc-0123456789ab'], ['01983c1e-4f2a-8003-9abc']],
    [
      'ids of events of one batch include their place in it',
      ['01983c1e-4f2a-8003-9abc-0123456789ab', '01983c1e-4f2a-8004-9abc-0123456789ab'],
      ['01983c1e-4f2a-8003-9abc', '01983c1e-4f2a-8004-9abc'],
    ],
    ['trace ids have 8 digits', ['4bf92f3577b34da6a3ce929d0e0e4736'], ['4bf92f35']],
    [
      'the same id twice is one',
      ['4bf92f3577b34da6a3ce929d0e0e4736', '4bf92f3577b34da6a3ce929d0e0e4736'],
      ['4bf92f35', '4bf92f35'],
    ],
    ['anything else is whole', ['(other)', '-', 'my-own-trace-id', '12'], ['(other)', '-', 'my-own-trace-id', '12']],
    [
      'ids that differ at their end only are whole',
      ['01983c1e-4f2a-8003-9abc-0123456789ab', '01983c1e-4f2a-8003-9abc-0123456789ac'],
      ['01983c1e-4f2a-8003-9abc-0123456789ab', '01983c1e-4f2a-8003-9abc-0123456789ac'],
    ],
  ])('%s', (_name, ids, short) => {
    expect(shortIds(ids)).toEqual(short);
  });
});
