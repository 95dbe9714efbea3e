// `npm test`: brings what the tests need, or says plainly what is skipped and why, then runs Jest.
// Arguments go to Jest: `npm test -- --selectProjects unit`, `npm test -- packages/redis`.
import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { installDependencies, requireNode } from './install.mjs';

const root = path.resolve(import.meta.dirname, '..');
const allowed = process.env.SLUICE_INSTALL !== '0';
const skipped = [];
const APT = '/usr/bin/apt-get';

requireNode();
await installDependencies();
const { build } = await import('./build.mjs');
console.log(`Built ${await build()} files.`);
const projects = (await hasRedis()) ? ['unit', 'int', 'e2e'] : ['unit'];
const chromium = projects.includes('e2e') ? (findChromium() ?? installChromium()) : undefined;
if (projects.includes('e2e') && chromium === undefined) {
  skipped.push('the browser tests: there is no Chromium, and none could be installed');
}
for (const line of skipped) console.log(`SKIPPED: ${line}`);
process.exitCode = await jest(projects, chromium);

async function hasRedis() {
  const { installRedis } = await import('../packages/embedded/dist/index.js');
  try {
    await installRedis({ allowed, report: (line) => console.log(line) });
    return true;
  } catch (error) {
    skipped.push(`the int and e2e tests: ${error.message}`);
    return false;
  }
}

function findChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const places = (process.env.PATH ?? '')
    .split(path.delimiter)
    .flatMap((directory) => names.map((name) => path.join(directory, name)));
  const wanted = process.env.CHROMIUM_PATH === undefined ? places : [process.env.CHROMIUM_PATH];
  return wanted.find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Debian and Ubuntu only: elsewhere a browser is not ours to install. */
function installChromium() {
  if (!allowed || process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  console.log(`No Chromium here. Installing it: apt-get ${install.join(' ')}`);
  for (const args of [install, ['update'], install]) {
    spawnSync(APT, args, { env, stdio: 'ignore' });
    const found = findChromium();
    if (found !== undefined) return found;
  }
  return undefined;
}

function jest(names, browser) {
  const given = process.argv.slice(2);
  const selection = given.includes('--selectProjects') ? [] : ['--selectProjects', ...names, '--'];
  const args = [path.join(root, 'node_modules/jest/bin/jest.js'), ...selection, ...given];
  const env = { ...process.env, ...(browser === undefined ? {} : { CHROMIUM_PATH: browser }) };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', (code) => resolve(code ?? 1));
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  });
}
