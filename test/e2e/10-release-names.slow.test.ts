import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { thrown } from './support/exceptions.js';
import { sendStored } from './support/sendStored.js';
import { smallMap } from './support/sourcemaps.js';
import { sluiceJson } from './support/system.js';
import { useSystem, useTenant } from './support/useSystem.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

const system = useSystem();
const project = useTenant(system);
const directory = useDirectory('names');
let env: Record<string, string>;
beforeAll(async () => {
  const token = await system.sluice('token', 'create', '--org', project.organization, '--scopes', 'project:admin');
  env = {
    ...system.commandEnv,
    SLUICE_URL: system.baseUrl,
    SLUICE_AUTH_TOKEN: (token as { readonly token: string }).token,
    SLUICE_ORG: project.organization,
    SLUICE_PROJECT: project.slug,
  };
  await mkdir(join(directory.path, 'assets'));
  await writeFile(join(directory.path, 'assets', 'app.js'), 'f();\n//# sourceMappingURL=app.js.map\n');
  await writeFile(join(directory.path, 'assets', 'app.js.map'), smallMap());
}, 180_000);

const ask = (...words: string[]): Promise<unknown> => sluiceJson(env, words);

describe('a release is described, shown, uploaded to, listed, explained and emptied under the name', () => {
  test.each(['.', '..', '//a/../b/', '%2e%2e', 'a?b#c&d=e+f%', ' leading and trailing ', '💥'.repeat(250)])(
    '%j',
    async (name) => {
      const release = `--release=${name}`;
      expect(await ask('releases', 'new', '--ref', 'abc', name)).toMatchObject({ version: name, ref: 'abc' });
      expect(await ask('sourcemaps', 'upload', directory.path, release)).toMatchObject({ counts: { uploaded: 1 } });
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

async function list(...words: string[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return ((await ask(...words)) as { data: Readonly<Record<string, unknown>>[] }).data;
}
