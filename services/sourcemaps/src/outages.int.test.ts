import { afterEach, describe, expect, test } from '@jest/globals';
import { checkReadiness } from '@sluice/runtime';
import { testDirectory } from '@sluice/testkit';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { uploadOf } from './testing/formOf.js';
import { errorOf, startTestSourcemaps, type TestSourcemaps } from './testing/sourcemapsHarness.js';

let service: TestSourcemaps | undefined;
afterEach(async () => {
  await service?.stop();
  service = undefined;
});

describe('during an outage', () => {
  test('PostgreSQL: 503 with Retry-After, nothing is stored, readiness fails', async () => {
    service = await startTestSourcemaps({ databaseUrl: 'postgres://x@127.0.0.1:1/x', connectMs: 300 });
    const tenant = await service.newTenant('ours');
    const answers = [
      await service.upload(tenant, uploadOf()),
      await service.ask(`${tenant.path}/releases`, { token: tenant.token }),
    ];
    expect(answers.map(errorOf)).toEqual([
      [503, 'unavailable'],
      [503, 'unavailable'],
    ]);
    expect(answers.map(({ headers }) => headers['retry-after'])).toEqual(['5', '5']);
    const { ready, checks } = await checkReadiness({ checks: service.checks, isStopping: () => false });
    expect([ready, checks['source maps']]).toEqual([false, expect.stringContaining('PostgreSQL does not answer')]);
  });

  test('the store: 503, and the same upload is stored when it is back', async () => {
    const root = path.join(await testDirectory('store'), 'maps');
    // Where a directory should be there is a file.
    await writeFile(root, '');
    service = await startTestSourcemaps({ store: { kind: 'directory', root } });
    const tenant = await service.newTenant('ours');
    expect(errorOf(await service.upload(tenant, uploadOf()))).toEqual([503, 'unavailable']);
    expect(await service.rowCounts()).toMatchObject({ sourcemaps: 0, releases: 0 });
    expect(await service.scratchFiles()).toEqual([]);
    const { ready } = await checkReadiness({ checks: service.checks, isStopping: () => false });
    expect(ready).toBe(false);
    await rm(root);
    await mkdir(root);
    expect((await service.upload(tenant, uploadOf())).status).toBe(201);
  });
});
