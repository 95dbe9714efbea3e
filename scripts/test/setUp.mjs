// Installs the requirements of tests: dependencies, builds, Redis, browsers.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { installDependencies } from '../install.mjs';

const APT = '/usr/bin/apt-get';
/** Whether missing programs may be installed. */
export const mayInstall = process.env.SLUICE_INSTALL !== '0';

const CHROMIUM = { name: 'Chromium', find: findChromium, packages: ['chromium'] };
const FIREFOX = { name: 'Firefox', find: () => findProgram('firefox-esr', 'firefox'), packages: ['firefox-esr'] };
const WEBKIT = { name: 'WebKit', find: findWebKit, packages: ['webkit2gtk-driver', 'xvfb'] };

/**
 * Installs and builds the requirements of projects.
 *
 * @param {readonly string[]} projects
 * @returns {Promise<{ env: Record<string, string>, hasServers: boolean, missing: string[] }>} settings for Jest, whether
 *   there is a Redis, and what cannot run because a requirement could not be installed
 */
export async function setUp(projects) {
  await installDependencies();
  const { build } = await import('../build.mjs');
  console.log(`Built ${await build()} files.`);
  const missing = [];
  const needsServers = projects.some((project) => project !== 'unit');
  if (needsServers && !(await bringRedis(missing))) return { env: {}, hasServers: false, missing };
  const browsers = projects.some((project) => project.startsWith('browser')) ? [CHROMIUM, FIREFOX, WEBKIT] : [];
  if (browsers.length === 0 && projects.includes('smoke')) browsers.push(CHROMIUM);
  for (const browser of browsers) bringBrowser(browser, missing);
  const chromium = findChromium();
  return { env: chromium === undefined ? {} : { CHROMIUM_PATH: chromium }, hasServers: true, missing };
}

/** Installs the dependencies unless they are there. Enough for unit tests. */
export { installDependencies };

async function bringRedis(missing) {
  const { installRedis } = await import('../../packages/embedded/dist/index.js');
  try {
    await installRedis({ allowed: mayInstall, report: (line) => console.log(line) });
    return true;
  } catch (error) {
    missing.push(`all tests but the unit tests: ${error.message}`);
    return false;
  }
}

function bringBrowser({ name, find, packages }, missing) {
  if ((find() ?? installBrowser(name, find, packages)) === undefined)
    missing.push(`the tests in ${name}: it is not installed, and could not be installed`);
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  return named === undefined
    ? findProgram('chromium', 'chromium-browser', 'google-chrome')
    : [named].find(isExecutable);
}

/** WebKit opens windows, for which it needs a display. */
function findWebKit() {
  return findProgram('Xvfb') === undefined ? undefined : findProgram('WebKitWebDriver');
}

function findProgram(...names) {
  const directories = (process.env.PATH ?? '').split(path.delimiter);
  return directories.flatMap((directory) => names.map((name) => path.join(directory, name))).find(isExecutable);
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** On Debian and Ubuntu, as root. Elsewhere the tests in the browser are skipped. */
function installBrowser(name, find, packages) {
  if (!mayInstall || process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  console.log(`${name} is not installed. Installing it: apt-get ${install.join(' ')}`);
  for (const args of [install, ['update'], install]) {
    spawnSync(APT, args, { env, stdio: 'ignore' });
    const found = find();
    if (found !== undefined) return found;
  }
  return undefined;
}
