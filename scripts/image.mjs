// Builds all workspaces without source maps and deletes everything else, so that the workspaces contain what the image
// runs: built files, package.json and commands. `deploy/Dockerfile` runs it in the image's own copy of the sources.
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { buildWorkspaces } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');

/** Entries of a workspace that the image contains. */
const KEPT = new Set(['dist', 'package.json', 'bin', 'node_modules']);

if (!process.argv.includes('--delete-sources')) {
  console.error('This deletes the sources of the working copy: confirm it with --delete-sources.');
  process.exit(1);
}
await buildWorkspaces({ hasMaps: false });
for (const group of ['packages', 'services']) {
  for (const name of await readdir(path.join(root, group))) {
    const workspace = path.join(root, group, name);
    const unwanted = (await readdir(workspace)).filter((entry) => !KEPT.has(entry));
    for (const entry of unwanted) await rm(path.join(workspace, entry), { recursive: true });
  }
}
