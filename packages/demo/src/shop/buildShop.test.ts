import { expect, test } from '@jest/globals';
import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { BROWSER_FAULTS } from '../faults/browserFaults.js';
import { buildShop } from './buildShop.js';
import { SHOP_RELEASES } from './shopRelease.js';

test.each(SHOP_RELEASES)('the maps of $version lead every call of its bugs to the source', (release) => {
  const { files, positionOf } = buildShop(release);
  const calls = BROWSER_FAULTS.filter(({ share }) => (share[release.version] ?? share.rest) > 0).flatMap((fault) => [
    ...fault.calls,
    ...(fault.cause?.calls ?? []),
  ]);
  expect(calls.length).toBeGreaterThan(10);
  for (const [, source, text] of calls) {
    if (text === undefined) continue;
    const { file, column } = positionOf(String(source), text);
    const built = files.find(({ filename }) => file.endsWith(filename));
    const map = new TraceMap(built?.map ?? '{}');
    const original = originalPositionFor(map, { line: 1, column: column - 1 });
    expect(original.source).toBe(`webpack://shop/${source}`);
    const content = map.sourcesContent?.[map.resolvedSources.indexOf(`webpack://shop/${source}`)] ?? '';
    expect(content.split('\n')[(original.line ?? 0) - 1]).toContain(text);
  }
});
