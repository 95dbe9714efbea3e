import { describe, expect, test } from '@jest/globals';
import { isObject, type Json } from '@sluice/contract';
import type { EnrichedEvent } from '@sluice/enrichment';
import fc from 'fast-check';
import { fingerprints } from './fingerprints.js';
import { readDetails } from './readDetails.js';
import { readExceptionPayload } from './readExceptionPayload.js';

const STACKS = [
  'TypeError: gone\n    at load (https://a.example/app.js:1:2)',
  'TypeError: gone\n    at pay (https://a.example/pay.js:3:4)',
];

describe('the fingerprints of an exception', () => {
  test('are those of its payload, however many with the same stack came before', () => {
    const payloads = fc.record(
      {
        stack: fc.constantFrom(...STACKS),
        type: fc.constantFrom<Json>('TypeError', 'Message', 'Error', 7),
        message: fc.oneof(fc.constantFrom('', 'gone', 'Loading chunk 7 failed.'), fc.string()),
        platform: fc.constantFrom<Json>('javascript', 'python', '', null),
        fingerprint: fc.constantFrom<Json>(['mine'], ['{{ default }}', 'mine'], []),
        cause: fc.record({ type: fc.constant('Cause'), stack: fc.constantFrom(...STACKS) }),
      },
      { requiredKeys: ['stack'] },
    );
    fc.assert(
      fc.property(fc.array(payloads, { maxLength: 40 }), (sent) => {
        for (const payload of sent) {
          if (!isObject(payload)) throw new Error('a payload is an object');
          const details = readDetails({ payload } as unknown as EnrichedEvent);
          expect(details.fingerprints).toEqual(fingerprints(readExceptionPayload(payload)));
        }
      }),
      { numRuns: 200 },
    );
  });
});
