// The Node that the image runs: `node scripts/image-node.mjs scripts/test.mjs --suite=fast` runs a program of the repository with it.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { npm } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const CACHE = path.join(root, 'node_modules', '.cache', 'image-node');

/** The version that `deploy/Dockerfile` names. */
export function imageNodeVersion() {
  const dockerfile = readFileSync(path.join(root, 'deploy/Dockerfile'), 'utf8');
  const [, version] = /^ARG NODE_IMAGE=node:(\d+\.\d+\.\d+)-/m.exec(dockerfile) ?? [];
  if (version === undefined) throw new Error('deploy/Dockerfile names no exact version of Node');
  return version;
}

/** Installs that Node from npm, unless this process runs it or it is installed. @returns {Promise<string>} the directory of `node` */
export async function installImageNode() {
  const version = imageNodeVersion();
  if (process.versions.node === version) return path.dirname(process.execPath);
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const directory = path.join(CACHE, version);
  const bin = path.join(directory, 'node_modules', name, 'bin');
  if (existsSync(bin)) return bin;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(path.join(CACHE, 'draft-'));
  await writeFile(
    path.join(draft, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: version } }),
  );
  const code = await npm(['install', '--ignore-scripts', '--no-audit', '--no-fund'], draft);
  if (code !== 0) throw new Error(`npm cannot install ${name}@${version} (${code}); see its output above`);
  // Fails if another process was faster.
  await rename(draft, directory).catch(() => rm(draft, { recursive: true }));
  return bin;
}

/** Runs a program with that Node, and ends as it ended. */
async function run(words) {
  const bin = await installImageNode();
  const env = { ...process.env, PATH: [bin, process.env.PATH].join(path.delimiter) };
  const child = spawn(path.join(bin, 'node'), words, { stdio: 'inherit', env });
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => (process.exitCode = code ?? 1));
}

if (process.argv[1] === import.meta.filename) void run(process.argv.slice(2));
