import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { cleanEnvironment } from '../e2e/support/child.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { dockerStages, type Stage } from './dockerfile.js';

const run = promisify(execFile);
const COMMAND_MS = 300_000;

/** A folder with the files that `deploy/Dockerfile` puts into the image. */
export interface ImageTree {
  readonly root: string;
  /** The variables that the image sets. */
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/**
 * Makes the content of the image without Docker: follows the instructions of each stage in a folder of its own, which stands for
 * `/app`. Dependencies are installed from the registry.
 * @param node the directory of the Node of the image
 * @throws with the output of a command that fails, and if an instruction is not understood
 */
export async function assembleImageTree(node: string): Promise<ImageTree> {
  const place = mkdtempSync(join(tmpdir(), 'sluice-image-'));
  const folderOf = (name: string): string => join(place, name === '' ? 'image' : `stage-${name}`);
  const remove = (): void => rmSync(place, { recursive: true, force: true });
  try {
    const context = join(place, 'context');
    copyContext(context);
    for (const stage of dockerStages()) {
      const folder = folderOf(stage.name);
      mkdirSync(folder);
      for (const [keyword, rest] of stage.instructions) {
        if (keyword === 'COPY') copy(rest, folder, (from) => (from === undefined ? context : folderOf(from)));
        if (keyword === 'RUN') await runCommand(rest, folder, node);
        if (keyword === 'WORKDIR' && rest !== '/app') throw new Error(`not understood, extend imageTree.ts: ${rest}`);
      }
    }
    return { root: folderOf(''), env: environmentOf(dockerStages().at(-1)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Does what `COPY` does. */
function copy(rest: string, folder: string, folderOf: (stage: string | undefined) => string): void {
  const [, stage, source = '', target = ''] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest) ?? [];
  const relative = source.replace(/^\/app\/?/, '');
  const from = join(folderOf(stage), relative);
  const isFile = source !== '' && statSync(from).isFile();
  // npm links workspaces by relative paths.
  cpSync(from, join(folder, target, isFile ? basename(from) : ''), { recursive: true, verbatimSymlinks: true });
}

/** Runs the command of a `RUN` in the stage's folder. */
async function runCommand(rest: string, folder: string, node: string): Promise<void> {
  const command = rest.replace(/^(?:--\S+ )+/, '');
  // Places for volumes, outside the folder.
  if (command.startsWith('install -d ')) return;
  const env = { ...cleanEnvironment(), PATH: [node, process.env['PATH']].join(delimiter) };
  // What the cache has, as in the build.
  const options = {
    cwd: folder,
    timeout: COMMAND_MS,
    maxBuffer: 1 << 26,
    env: { ...env, npm_config_prefer_offline: 'true' },
  };
  try {
    await run('sh', ['-ec', command], options);
  } catch (error) {
    const { message, stdout, stderr } = error as Error & { readonly stdout: string; readonly stderr: string };
    throw new Error(`RUN ${command}: ${message}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Returns what `ENV` sets, with build arguments empty. */
function environmentOf(stage: Stage | undefined): Readonly<Record<string, string>> {
  const settings = stage?.instructions.filter(([keyword]) => keyword === 'ENV').map(([, rest]) => rest) ?? [];
  return Object.fromEntries(
    settings
      .flatMap((rest) => rest.split(' '))
      .map((pair) => pair.split('=') as [string, string])
      .map(([name, value]) => [name, value.replace(/\$\w+/g, '')]),
  );
}

/** Copies the files that `Dockerfile.dockerignore` allows: `**`, then `!name` for allowed names, then exclusions. */
function copyContext(root: string): void {
  const lines = readFileSync(join(repoRoot, 'deploy/Dockerfile.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines[0] !== '**') throw new Error('Dockerfile.dockerignore must begin with "**"');
  const allowed = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const excluded = lines.slice(1).filter((line) => !line.startsWith('!'));
  const isExcluded = (path: string): boolean =>
    excluded.some((line) => {
      const name = line.replace(/^\*\*\//, '');
      if (name === line) return path === join(repoRoot, line);
      return name.startsWith('*') ? path.endsWith(name.slice(1)) : basename(path) === name;
    });
  for (const name of allowed)
    cpSync(join(repoRoot, name), join(root, name), { recursive: true, filter: (path) => !isExcluded(path) });
}
