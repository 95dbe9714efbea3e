import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { createTestDatabase, isCitusRun, testDirectory } from '@sluice/testkit';
import { runForTest } from '../testing/runForTest.js';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

(isCitusRun() ? test.skip : test)(
  'a restore for npm start names its next step, and where to move its data',
  async () => {
    const source = await createTestDatabase();
    const directory = await testDirectory('restored');
    // PostgreSQL's user must be able to enter it.
    await chmod(directory, 0o755);
    const [file, dataDir] = [path.join(directory, 'a.backup'), path.join(directory, '.data')];
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
    try {
      await runForTest(['org', 'create', 'acme'], { DATABASE_URL: source.url });
      await runForTest(['backup', file], { DATABASE_URL: source.url });
      const first = await runForTest(['restore', file], env, undefined, { root: ROOT });
      expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/\. Next: npm start\n$/) });
      const second = await runForTest(['restore', file], env, undefined, { root: ROOT });
      expect(second.code).toBe(1);
      expect(second.stderr).toContain(
        `sluice: the database has data, and a restore does not overwrite any. Move it away (mv ${dataDir} ${dataDir}.before), or set DATABASE_URL.\n`,
      );
    } finally {
      await source.drop();
      await rm(directory, { recursive: true });
    }
  },
  120_000,
);

(isCitusRun() ? test.skip : test)(
  'why PostgreSQL cannot be started is said once',
  async () => {
    const directory = await testDirectory('unusable');
    await mkdir(path.join(directory, 'postgres'));
    await writeFile(path.join(directory, 'postgres', 'location'), path.join(directory, 'missing', 'cluster'));
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: directory };
    const { code, stderr } = await runForTest(['backup', path.join(directory, 'x')], env, undefined, { root: ROOT });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^sluice: The data of .* was in .*, which is missing\. Put it back, or move .* database\.\n$/,
    );
  },
  60_000,
);
