import { expect, test } from '@jest/globals';
import { useTenant, waitFor } from '@sluice/testkit';
import { bundleWith } from '../testing/bundleOf.js';
import { smallMap } from '../testing/formOf.js';
import { sentryCli } from '../testing/sentryCli.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';

const service = useSourcemaps({ assembleWaitMs: 0 });
const ours = useTenant(service, 'ours');

test.each([
  ['ok', smallMap(), null],
  ['error', 'no map', expect.stringMatching(/^1 of 1 source maps were not stored/) as unknown],
])('a client that does not wait polls until the state is %s, which is reported once', async (state, map, detail) => {
  const cli = sentryCli(service, ours);
  const bundle = bundleWith(map);
  const first = await cli.uploadBundle(bundle);
  expect(first).toMatchObject({ status: 200, body: { state: 'assembling', missingChunks: [], detail: null } });
  const answers: unknown[] = [];
  await waitFor(
    async () => {
      const { body } = await cli.assemble([bundle]);
      answers.push(body);
      return (body as { readonly state: string }).state !== 'assembling';
    },
    { what: 'the end' },
  );
  expect(answers.at(-1)).toEqual({ state, missingChunks: [], detail });
  const metrics = await service.metrics.metrics();
  expect(metrics).toContain(`sluice_sourcemaps_bundles_total{outcome="${state}"} 1`);
  // Reported, so that it begins again.
  expect((await cli.assemble([bundle])).body).toMatchObject({ state: 'assembling' });
});
