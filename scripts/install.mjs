// Installs the dependencies when they are missing or not those of the lockfile. Uses nothing but Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const stamp = path.join(root, 'node_modules', '.sluice-installed');
const OLDEST_NODE = [20, 19];

/** Ends the process with one line when this Node is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`sluice: Node ${OLDEST_NODE.join('.')} or later is needed; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Runs `npm ci` unless the installed packages match the lockfile. Ends the process with one line if that fails. */
export async function installDependencies() {
  const lockfile = await readFile(path.join(root, 'package-lock.json'), 'utf8');
  const digest = createHash('sha256').update(lockfile).update(`${process.platform}-${process.arch}`).digest('hex');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === digest) return;
  if (!(await matchesInstalled(JSON.parse(lockfile)))) {
    console.log('Installing dependencies (npm ci), about a minute the first time.');
    const code = await npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], root);
    if (code !== 0) {
      console.error(`sluice: npm ci failed (${code}); see its output above.`);
      process.exit(1);
    }
  }
  await writeFile(stamp, digest).catch(() => undefined);
}

/** npm's own list of installed packages. */
async function matchesInstalled(lockfile) {
  const list = await readFile(path.join(root, 'node_modules', '.package-lock.json'), 'utf8').catch(() => undefined);
  if (list === undefined) return false;
  const installed = JSON.parse(list).packages;
  return Object.entries(lockfile.packages).every(([place, { version, link, optional, peer }]) => {
    if (!place.startsWith('node_modules/') && !place.includes('/node_modules/')) return true;
    if (link) return installed[place] !== undefined;
    // Packages for other systems are named by the lockfile and not installed.
    if (optional || peer) return installed[place] === undefined || installed[place].version === version;
    return installed[place]?.version === version;
  });
}

/** Runs npm in a directory. @returns {Promise<number | string>} its exit code, or what ended it */
export function npm(args, cwd) {
  const script = process.env.npm_execpath;
  const [file, words] = script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
  return new Promise((resolve) => {
    const child = spawn(file, words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}
