// Groups of test files. Jest loads all modules of each test file anew, which takes as long as most of its tests; the files of a group share
// one environment and its modules. Each is a `describe` of the file that Jest runs.
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Jest finds no tests in `node_modules` or outside the root. */
const FOLDER = path.join(root, '.sluice-cache/groups');
/** By project of jest.config.mjs. */
const MOST_FILES = { unit: 40, int: 12 };

/** These tests need a module registry or a snapshot file of their own, and those of the client are about the state of its modules. */
const NEEDS_ITS_OWN = /jest\.(?:resetModules|doMock|isolateModules)|toMatchSnapshot/;
const ALONE = ['packages/client'];

/** Whether Jest ran this file as a group: then the first title of each test is the path of the file that it is in. */
export const isGroup = (file) => file.startsWith(`${FOLDER}/`);

/** Writes the groups of the projects `unit` and `int`, and `<project>.json`, which lists them. */
export async function writeGroups() {
  await rm(FOLDER, { recursive: true, force: true });
  for (const [project, most] of Object.entries(MOST_FILES)) {
    const folder = path.join(FOLDER, project);
    await mkdir(folder, { recursive: true });
    const runs = [];
    for (const workspace of await workspaces()) {
      const files = await testFiles(project, workspace);
      const shared = files.filter(({ isAlone }) => !isAlone);
      runs.push(...files.filter(({ isAlone }) => isAlone).map(({ file }) => file));
      for (const [index, group] of divide(shared, most).entries()) {
        const file = path.join(folder, `${workspace.replaceAll('/', '-')}-${index + 1}.js`);
        await writeFile(file, textOf(group.map(({ file }) => file)));
        runs.push(path.relative(root, file));
      }
    }
    await writeFile(path.join(FOLDER, `${project}.json`), JSON.stringify(runs));
  }
}

const textOf = (files) => `for (const file of ${JSON.stringify(files)})
  describe(file, () => {
    try {
      require(${JSON.stringify(`${root}/`)} + file);
    } catch (error) {
      test('loads', () => {
        throw error;
      });
    }
  });
// The last file that sets it would decide for all.
jest.setTimeout(60_000);
`;

const divide = (files, most) => {
  const count = Math.ceil(files.length / most);
  return Array.from({ length: count }, (_, group) => files.filter((_file, index) => index % count === group));
};

async function workspaces() {
  const named = async (parent) => (await readdir(path.join(root, parent))).map((name) => `${parent}/${name}`);
  return [...(await named('packages')), ...(await named('services'))];
}

async function testFiles(project, workspace) {
  const below = await readdir(path.join(root, workspace, 'src'), { recursive: true }).catch(() => []);
  const names = below.filter((name) => name.endsWith('.test.ts') && projectOf(name) === project).sort();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(workspace, 'src', name);
      const text = await readFile(path.join(root, file), 'utf8');
      return { file, isAlone: ALONE.includes(workspace) || NEEDS_ITS_OWN.test(text) };
    }),
  );
}

function projectOf(name) {
  const [, kind] = /\.(int|slow|nightly)\.test\.ts$/.exec(name) ?? [];
  return kind ?? 'unit';
}
