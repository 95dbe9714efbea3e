// Copies a checkout as after `npm ci`: the committed files without builds, and links to the packages installed here.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const STAMP = '.sluice-installed';
const OURS = '@sluice';

/** Copies the last commit to `target`. */
export async function copyCheckout(target) {
  await mkdir(target, { recursive: true });
  const archive = `${target}.tar`;
  await run('git', ['archive', '--format=tar', '-o', archive, 'HEAD'], { cwd: root });
  await run('tar', ['-xf', archive, '-C', target]);
  await linkModules(target);
  for (const group of ['packages', 'services']) {
    for (const name of await readdir(path.join(target, group))) {
      const own = path.join(group, name, 'node_modules');
      await symlink(path.join(root, own), path.join(target, own)).catch(() => undefined);
    }
  }
}

/** Every entry is a link but our own workspaces, which must be the copy's. */
async function linkModules(target) {
  const from = path.join(root, 'node_modules');
  const to = path.join(target, 'node_modules');
  await mkdir(path.join(to, OURS), { recursive: true });
  for (const name of await readdir(from)) {
    if (name === STAMP) await copyFile(path.join(from, name), path.join(to, name));
    else if (name !== OURS) await symlink(path.join(from, name), path.join(to, name));
  }
  for (const name of await readdir(path.join(from, OURS))) {
    await symlink(await readlink(path.join(from, OURS, name)), path.join(to, OURS, name));
  }
}
