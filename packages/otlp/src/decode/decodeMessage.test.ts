import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { REQUESTS } from '../testing/arbitraryRequests.js';
import { encodeRequest, typeOf } from '../testing/encodeRequest.js';
import { decodeMessage } from './decodeMessage.js';

test.each(['traces', 'logs'] as const)('%s are decoded record by record as they are at once', (signal) => {
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 });
  fc.assert(
    fc.property(REQUESTS[signal], changes, (request, changed) => {
      const bytes = encodeRequest(signal, request);
      for (const [at, byte] of changed) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      expect(textOf(() => decodeInSteps(signal, bytes))).toBe(textOf(() => typeOf(signal, 'Request').decode(bytes)));
    }),
    { numRuns: 300 },
  );
});

test('a pause follows each record', () => {
  const steps = decodeMessage(
    'logs',
    encodeRequest('logs', { resourceLogs: [{ scopeLogs: [{ logRecords: [{}, {}] }] }] }),
  );
  expect([steps.next().done, steps.next().done, steps.next().done]).toEqual([false, false, true]);
});

function decodeInSteps(signal: 'traces' | 'logs', bytes: Buffer): object {
  const steps = decodeMessage(signal, bytes);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}

/** Returns what the schema says about a message, or that it is refused, as text. */
function textOf(decode: () => object): string {
  try {
    return JSON.stringify(decode(), (_key, value: unknown) => value);
  } catch {
    return 'refused';
  }
}
