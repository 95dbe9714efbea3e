import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const client = path.resolve(import.meta.dirname, '../../..');
const repository = path.resolve(client, '../..');
const MOST_MS = 60_000;

/** A directory in which the package is installed as npm would install it, and the programs that use it. */
export interface PackedClient {
  readonly directory: string;
  write(file: string, content: string): Promise<void>;
  /** Runs Node in the directory. Rejects if it fails, with its output in the error. */
  run(...args: readonly string[]): Promise<{ readonly stdout: string; readonly stderr: string }>;
  /** Errors that `tsc` reports for a project; empty if there are none. */
  check(compilerOptions: object, files: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

const exec = promisify(execFile);

/** Builds the package from `src` into another directory, because `dist` may be in use. */
export async function packClient(): Promise<PackedClient> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice packed-'));
  const copy = path.join(directory, 'packages/client');
  const installed = path.join(directory, 'program/node_modules/@sluice/client');
  const program = path.join(directory, 'program');
  await mkdir(copy, { recursive: true });
  await symlink(path.join(repository, 'node_modules'), path.join(directory, 'node_modules'));
  await cp(path.join(repository, 'tsconfig.base.json'), path.join(directory, 'tsconfig.base.json'));
  for (const name of ['src', 'package.json', 'bundle.mjs', 'tsconfig.json', 'tsconfig.types.json']) {
    const filter = (file: string): boolean => !file.endsWith('.test.ts');
    await cp(path.join(client, name), path.join(copy, name), { recursive: true, filter });
  }
  const build = pathToFileURL(path.join(repository, 'scripts/build.mjs')).href;
  const script = `await (await import(${JSON.stringify(build)})).buildWorkspace(${JSON.stringify(copy)});`;
  await exec(process.execPath, ['--input-type=module', '-e', script], { timeout: MOST_MS });

  const { files } = JSON.parse(await readFile(path.join(copy, 'package.json'), 'utf8')) as { files: readonly string[] };
  for (const name of ['package.json', ...files]) {
    await cp(path.join(copy, name), path.join(installed, name), { recursive: true });
  }
  const run = (...args: readonly string[]) =>
    exec(process.execPath, args, { cwd: program, timeout: MOST_MS, env: {}, encoding: 'utf8' });
  const write = (file: string, content: string): Promise<void> => writeFile(path.join(program, file), content);
  let projects = 0;
  return {
    directory: program,
    run,
    write,
    check: async (compilerOptions, names) => {
      const project = `tsconfig${++projects}.json`;
      const all = { strict: true, noEmit: true, target: 'es2022', types: ['node'], ...compilerOptions };
      await write(project, JSON.stringify({ compilerOptions: all, files: names }));
      const compiler = path.join(repository, 'node_modules/typescript/lib/tsc.js');
      const failed = (error: { readonly stdout: string }): { readonly stdout: string } => error;
      return (await run(compiler, '-p', project).catch(failed)).stdout;
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}
