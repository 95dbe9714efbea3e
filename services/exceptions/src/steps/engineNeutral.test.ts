import { describe, expect, test } from '@jest/globals';
import { engineStacks, type Fault } from '@sluice/testkit';
import { culpritFrame, withoutConstructors } from '@sluice/stacktrace';
import { fingerprints } from './fingerprints.js';
import { normalizeFunction } from './normalizeFunction.js';
import { readExceptionPayload } from './readExceptionPayload.js';

/** Not every engine prints it: Chrome alone has callers behind `await`, and WebKit no initializers of fields. */
const APART: readonly Fault[] = ['asynchronous', 'cross', 'field'];
/** A class that is not named like an error: only the client knows that it is one. */
const UNKNOWN: readonly Fault[] = ['customDeep'];

type Sent = (typeof engineStacks)[number]['chromium'];
const hashesOf = (sent: Sent): readonly string[] => fingerprints(readExceptionPayload({ ...sent }));
const known = engineStacks.filter(({ fault }) => !UNKNOWN.includes(fault));

describe.each(known)('$fault', ({ fault, ...engines }) => {
  const all = Object.values(engines);

  test('has the same culprit in all engines', () => {
    expect(culpritOf(engines.firefox)).toEqual(culpritOf(engines.chromium));
    expect(culpritOf(engines.webkit)).toEqual(culpritOf(engines.chromium));
  });

  (APART.includes(fault) ? test.failing : test)('is one issue, whichever engine reports it first', () => {
    for (const first of all) {
      const hashes = new Set(hashesOf(first));
      for (const other of all) expect(hashesOf(other).filter((hash) => hashes.has(hash))).not.toEqual([]);
    }
  });
});

test('the fingerprint of the frames as sent comes first: an issue that has it keeps its exceptions', () => {
  const stack = 'CartError@https://shop.example/shop.js:1:1\nbuy@https://shop.example/shop.js:14:18\n';
  const [asSent, ...others] = fingerprints(readExceptionPayload({ type: 'CartError', message: 'x', stack }));
  expect(asSent).toBe('v1:5c64471f5afd6a8e71c2985c5c33116e');
  expect(others).toEqual([
    fingerprints(readExceptionPayload({ type: 'CartError', message: 'x', stack: stack.replace(/^.*\n/, '') }))[0],
  ]);
});

function culpritOf(sent: Sent): unknown {
  const { frames, type } = readExceptionPayload({ ...sent });
  const frame = culpritFrame(withoutConstructors(frames, type));
  return frame && [frame.file, normalizeFunction(frame.function.replace(/^[gs]et /, ''))];
}
