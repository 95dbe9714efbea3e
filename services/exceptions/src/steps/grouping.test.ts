import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { browsers } from '../testing/pairs/browsers.js';
import { builds } from '../testing/pairs/builds.js';
import { messages } from '../testing/pairs/messages.js';
import { minified } from '../testing/pairs/minified.js';
import type { Sent } from '../testing/pairs/pair.js';
import { places } from '../testing/pairs/places.js';
import { fingerprints } from './fingerprints.js';
import { readExceptionPayload } from './readExceptionPayload.js';

const hashOf = (sent: Sent): string => fingerprints(readExceptionPayload(sent as Readonly<Record<string, Json>>))[0];

describe.each([
  ['two builds of one program', builds],
  ['minified names and hashed files', minified],
  ['one program in several browsers', browsers],
  ['places, callers and depth', places],
  ['messages, causes, explicit fingerprints', messages],
])('%s', (_theme, pairs) => {
  test.each(pairs)('$is issue: $why', ({ is, one, other }) => {
    expect(hashOf(one) === hashOf(other) ? 'same' : 'different').toBe(is);
  });
});
