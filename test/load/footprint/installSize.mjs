// Disk space of an installation: the sum of file lengths, without links.
import { execFile } from 'node:child_process';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../../..');

/** Bytes of the files below `directory`; 0 if it does not exist. `leaveOut` names folders that are not entered. */
async function bytesBelow(directory, leaveOut = []) {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  let sum = 0;
  for (const entry of entries) {
    const place = path.join(directory, entry.name);
    if (entry.isDirectory() && !leaveOut.includes(entry.name)) sum += await bytesBelow(place, leaveOut);
    else if (entry.isFile()) sum += (await lstat(place)).size;
  }
  return sum;
}

/** Directories of the packages needed at run time, except those of this repository. */
async function productionPackages() {
  const args = ['ls', '--omit=dev', '--all', '--parseable'];
  // npm exits with 1 if packages of other platforms are missing; its output is complete anyway.
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 1 << 26 }).catch((error) => error);
  return [...new Set(stdout.split('\n'))].filter((place) => place.includes(`${path.sep}node_modules${path.sep}`));
}

async function bytesOfDists() {
  let sum = 0;
  for (const group of ['packages', 'services']) {
    for (const name of await readdir(path.join(root, group)))
      sum += await bytesBelow(path.join(root, group, name, 'dist'));
  }
  return sum;
}

/** @returns {Promise<{ allBytes: number, productionBytes: number, productionPackages: number, distBytes: number }>} */
export async function measureInstall() {
  const packages = await productionPackages();
  let productionBytes = 0;
  // A package inside another one's folder is named itself.
  for (const place of packages) productionBytes += await bytesBelow(place, ['node_modules']);
  return {
    allBytes: await bytesBelow(path.join(root, 'node_modules')),
    productionBytes,
    productionPackages: packages.length,
    distBytes: await bytesOfDists(),
  };
}
