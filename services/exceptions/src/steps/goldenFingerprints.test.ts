import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { browsers } from '../testing/pairs/browsers.js';
import { builds } from '../testing/pairs/builds.js';
import { messages } from '../testing/pairs/messages.js';
import { minified } from '../testing/pairs/minified.js';
import { places } from '../testing/pairs/places.js';
import { fingerprints, formerFingerprints } from './fingerprints.js';
import { readExceptionPayload } from './readExceptionPayload.js';

type Payload = Readonly<Record<string, Json>>;

/** The payloads of the table of cases as of that version, which have neither a platform nor a module. Add cases at the end. */
const PAYLOADS = [
  builds.slice(0, 31),
  minified.slice(0, 18),
  browsers.slice(0, 18),
  places.slice(0, 42),
  messages.slice(0, 52),
].flatMap((pairs) => pairs.flatMap(({ one, other }) => [one, other] as unknown as readonly Payload[]));

const keysOf = (payload: Payload): readonly string[] => {
  const exception = readExceptionPayload(payload);
  return [...fingerprints(exception), ...formerFingerprints(exception)];
};

describe('the fingerprints of exceptions without a platform', () => {
  test('are those of the version before platforms: another digest opens new issues for old faults', () => {
    const digest = createHash('sha256')
      .update(JSON.stringify(PAYLOADS.map(keysOf)))
      .digest('hex');
    expect(digest).toBe('b9c27b36a1addb44bc2b6437760e0047e39b0253c4b3baa99033c5df2c295cff');
  });

  test.each(['javascript', 'node'])('are also those of the platform %s', (platform) => {
    for (const payload of PAYLOADS) expect(keysOf({ ...payload, platform })).toEqual(keysOf(payload));
  });
});
