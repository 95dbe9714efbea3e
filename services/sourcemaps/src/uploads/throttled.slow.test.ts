import { expect, test } from '@jest/globals';
import { waitFor, useTenant } from '@sluice/testkit';
import { uploadMaps, type MapFile } from '@sluice/uploader';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SOURCEMAPS_CONFIG } from '../config.js';
import { smallMap } from '../testing/formOf.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';

/** A turn every five seconds: none comes back between two requests, also on a busy machine. */
const MOST = 12;
/** A build with an old token asks this often. */
const EVERY_MS = 6_000;

const service = useSourcemaps({
  access: { ...DEFAULT_SOURCEMAPS_CONFIG.access, maxFailedTokens: MOST },
  maintenanceMs: 3_600_000,
});
const ours = useTenant(service, 'ours');

const invalid = `slp_${'A'.repeat(43)}`;
const fail = async (): Promise<number> => (await service.ask(`${ours.path}/sourcemaps`, { token: invalid })).status;

test('a build whose token is new uploads everything while another one at its address fails on and on', async () => {
  // Side by side, or time gives turns back meanwhile.
  await Promise.all(Array.from({ length: MOST }, fail));
  await waitFor(async () => (await fail()) === 429);
  const done = new AbortController();
  const failing = (async () => {
    while (!done.signal.aborted) {
      await fail();
      await delay(EVERY_MS, undefined, { signal: done.signal }).catch(() => undefined);
    }
  })();
  const { organization, project } = ours;
  const told: string[] = [];
  const results = await uploadMaps(
    { url: service.url, token: ours.tokens['project:releases'], organization, project },
    'shop@1',
    ['a.js', 'b.js', 'c.js'].map(file),
    { onWait: (line) => told.push(line) },
  );
  done.abort();
  await failing;
  expect(results.map(({ outcome }) => outcome)).toEqual(['uploaded', 'uploaded', 'uploaded']);
  expect(told).toHaveLength(1);
  expect(told[0]).toMatch(
    /is busy \(429: Too many invalid access tokens came from this address.*\): it asks to wait [1-6] s/,
  );
}, 90_000);

function file(name: string): MapFile {
  return {
    filename: name,
    origin: `${name}.map`,
    read: () => Promise.resolve(Buffer.from(smallMap())),
  };
}
