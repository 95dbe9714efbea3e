import { describe, expect, test } from '@jest/globals';
import { uploadMaps } from '@sluice/uploader';
import { smallMap } from '../testing/formOf.js';
import { useSourcemaps } from '../testing/sourcemapsHarness.js';
import { useNewTenant } from '../testing/useNewTenant.js';

const service = useSourcemaps({ maintenanceMs: 3_600_000 });
const ours = useNewTenant(service);

describe('a pipeline that is run again', () => {
  test('sends nothing that is well', async () => {
    expect([await runPipeline(), await runPipeline(), await listed()]).toEqual(['uploaded', 'unchanged', [false]]);
  });

  test.each([
    ['damaged', 'damaged_at = now()'],
    ['of an earlier format', 'format = 0'],
  ])('repairs an index that is %s with the same bytes', async (_name, change) => {
    await runPipeline();
    const { rows } = await service.db.pool.query<{ index_id: string }>(
      `update sourcemaps set ${change}, tried_at = now() where project_id = $1 returning index_id`,
      [ours.projectId],
    );
    expect(await listed()).toEqual([true]);
    expect([await runPipeline(), await listed()]).toEqual(['uploaded', [false]]);
    const after = await service.db.pool.query('select index_id from sourcemaps where project_id = $1', [
      ours.projectId,
    ]);
    expect(after.rows).not.toEqual(rows);
    expect(await runPipeline()).toBe('unchanged');
  });
});

/** What `sluice sourcemaps upload` and the build plugin do, with the same bytes each time. */
async function runPipeline(): Promise<unknown> {
  const { organization, project } = ours;
  const target = { url: service.url, token: ours.tokens['project:releases'], organization, project };
  const file = {
    filename: 'assets/app.js',
    origin: 'app.js.map',
    read: () => Promise.resolve(Buffer.from(smallMap())),
  };
  const [result] = await uploadMaps(target, 'shop@1', [file], { retries: 0 });
  return result?.outcome;
}

async function listed(): Promise<unknown> {
  const { body } = await service.ask(`${ours.path}/sourcemaps`, { token: ours.token });
  return (body as { readonly data: readonly { readonly needsUpload: boolean }[] }).data.map((map) => map.needsUpload);
}
