// Run after a change of dependencies: `npm install`, then `node scripts/complete-lock.mjs`. npm omits optional
// packages of other platforms from the lockfile if its registry does not offer them, and `npm ci` then reports an
// outdated lockfile. This script adds the missing entries that other entries refer to.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SYSTEMS = ['darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'android', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64'];
const LIBRARIES = { musl: 'musl', gnu: 'glibc' };

const file = path.resolve(import.meta.dirname, '../package-lock.json');
const lock = JSON.parse(readFileSync(file, 'utf8'));
const { packages } = lock;

/** Whether Node would find `name` from `place`, walking up the folders. */
function isThere(place, name) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]) return true;
    if (folder === '') return false;
  }
}

function platformEntry(name, version, parent) {
  const words = name.split('/').at(-1).split('-');
  // WebAssembly is a processor of no system.
  if (words.includes('wasm32')) {
    return { version, cpu: ['wasm32'], ...(parent.dev ? { dev: true } : {}), license: parent.license, optional: true };
  }
  const os = SYSTEMS.find((system) => words.includes(system));
  if (os === undefined) return undefined;
  const cpu = PROCESSORS.find((processor) => words.includes(processor));
  const library = Object.keys(LIBRARIES).find((word) => words.includes(word));
  return {
    version,
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(parent.dev ? { dev: true } : {}),
    ...(os === 'linux' && library !== undefined ? { libc: [LIBRARIES[library]] } : {}),
    license: parent.license,
    optional: true,
    os: [os],
  };
}

let added = 0;
for (const [place, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isThere(place, name) || !/^\d/.test(version)) continue;
    const made = platformEntry(name, version, entry);
    if (made === undefined) continue;
    packages[`node_modules/${name}`] = made;
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`lockfile: ${added} platform packages added`);
