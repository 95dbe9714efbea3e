import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { smallMap } from './support/sourcemaps.js';
import { sluiceJson, type System } from './support/system.js';
import { createTenant, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let system: System;
let project: Project;
let env: Record<string, string>;
let directory: string;
beforeAll(async () => {
  system = await useSystem();
  project = await createTenant(system);
  const token = await system.sluice('token', 'create', '--org', project.organization, '--scopes', 'project:admin');
  env = {
    ...system.commandEnv,
    SLUICE_URL: system.baseUrl,
    SLUICE_AUTH_TOKEN: (token as { readonly token: string }).token,
    SLUICE_ORG: project.organization,
    SLUICE_PROJECT: project.slug,
  };
  directory = await mkdtemp(join(tmpdir(), 'sluice-names-'));
  await mkdir(join(directory, 'assets'));
  await writeFile(join(directory, 'assets', 'app.js'), 'f();\n//# sourceMappingURL=app.js.map\n');
  await writeFile(join(directory, 'assets', 'app.js.map'), smallMap());
}, 180_000);
afterAll(async () => {
  await system.stop();
  await rm(directory, { recursive: true, force: true });
});

const ask = (...words: string[]): Promise<unknown> => sluiceJson(env, words);
const list = async (...words: string[]): Promise<readonly Readonly<Record<string, unknown>>[]> =>
  ((await ask(...words)) as { data: Readonly<Record<string, unknown>>[] }).data;

describe('a release is described, shown, uploaded to, listed, explained and emptied under the name', () => {
  test.each(['.', '..', '//a/../b/', '%2e%2e', 'a?b#c&d=e+f%', ' leading and trailing ', '💥'.repeat(250)])(
    '%j',
    async (name) => {
      const release = `--release=${name}`;
      expect(await ask('releases', 'new', '--ref', 'abc', name)).toMatchObject({ version: name, ref: 'abc' });
      expect(await ask('sourcemaps', 'upload', directory, release)).toMatchObject({ counts: { uploaded: 1 } });
      expect(await ask('releases', 'show', name)).toMatchObject({ version: name, ref: 'abc', sourceMaps: 1 });
      expect(await list('sourcemaps', 'list', release)).toMatchObject([{ release: name, filename: 'assets/app.js' }]);

      await sendStored(system, project, [thrown({ release: name, line: 1 })]);
      const [exception] = await list('exceptions', release);
      const explained = { release: name, errors: [{ frames: [{ unresolved: null }, { unresolved: 'outside_map' }] }] };
      expect(await ask('sourcemaps', 'explain', String(exception?.['id']))).toMatchObject(explained);

      expect(await ask('sourcemaps', 'delete', release)).toEqual({ release: name, deleted: 1 });
      const position = 'https://shop.example/assets/app.js:1:1';
      const gone = /ended with 1: .*"filename":"assets\/app\.js".*"unresolved":"no_map"/;
      await expect(ask('sourcemaps', 'explain', position, release)).rejects.toThrow(gone);
    },
  );
});
