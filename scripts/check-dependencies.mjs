// `npm run dependencies`: checks the lockfile before anything of it is trusted.
//  - An entry without a digest must be on the list in unverified-packages.json, and must never install in the image.
//  - A package that production installs must have a license of the allow list.
// `node scripts/check-dependencies.mjs --accept` rewrites the list after someone has read the difference.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const LIST = path.join(import.meta.dirname, 'unverified-packages.json');

/** SPDX identifiers that production dependencies may have. All are permissive. */
const ALLOWED_LICENSES = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'Unlicense',
]);

/** Platforms of `deploy/Dockerfile`: Linux with glibc. */
const IMAGE = { os: 'linux', cpu: ['x64', 'arm64'], libc: 'glibc' };

/** The workspace that only tests use. */
const TESTKIT = 'packages/testkit';

const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
const isPackage = ([place, entry]) => place.includes('node_modules/') && !entry.link;

/** @returns {string[]} sorted `name@version` of every lockfile entry without a digest */
export function unverifiedPackages(lockfile) {
  return Object.entries(lockfile.packages)
    .filter((item) => isPackage(item) && item[1].integrity === undefined)
    .map(([place, { version }]) => `${nameOf(place)}@${version}`)
    .sort();
}

/** @returns {string[]} one sentence for each entry without a digest that is not listed, or that the image would install */
export function integrityProblems(lockfile, listed) {
  const found = unverifiedPackages(lockfile);
  const inImage = Object.entries(lockfile.packages)
    .filter((item) => isPackage(item) && item[1].integrity === undefined && fitsImage(item[1]))
    .map(([place]) => `${nameOf(place)} has no integrity in package-lock.json and would install in the image`);
  const added = found
    .filter((name) => !listed.includes(name))
    .map((name) => `${name} has no integrity in package-lock.json and is not in scripts/unverified-packages.json`);
  const gone = listed
    .filter((name) => !found.includes(name))
    .map((name) => `${name} is in scripts/unverified-packages.json, but not in package-lock.json without integrity`);
  return [...inImage, ...added, ...gone];
}

const fitsImage = ({ os = [IMAGE.os], cpu = IMAGE.cpu, libc = [IMAGE.libc] }) =>
  os.includes(IMAGE.os) && cpu.some((one) => IMAGE.cpu.includes(one)) && libc.includes(IMAGE.libc);

/**
 * @returns {string[]} places in `node_modules` of every package that a workspace needs to run, on any platform: dependencies,
 *   optional ones included, and theirs
 */
export function productionPackages({ packages }) {
  const found = new Set();
  const visit = (from) => {
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[from];
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const place = placeOf(packages, from, name);
      if (place === undefined || packages[place].link || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  for (const place of Object.keys(packages))
    if (!place.includes('node_modules/') && place !== '' && place !== TESTKIT) visit(place);
  return [...found].sort();
}

/** Where a package finds another one; undefined if it is a peer or of a platform that npm's registry does not offer. */
function placeOf(packages, from, name) {
  for (let folder = from; ; folder = path.posix.dirname(folder)) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (packages[place] !== undefined) return place;
    if (folder === '.') return undefined;
  }
}

/** Whether an SPDX expression of identifiers, AND, OR and parentheses is satisfied by allowed licenses alone. */
export function isAllowedLicense(expression) {
  const inner = /\(([^()]*)\)/;
  const [group, text] = inner.exec(expression) ?? [];
  // A parenthesized expression counts as one license: an allowed one, or none.
  if (group !== undefined)
    return isAllowedLicense(expression.replace(inner, isAllowedLicense(text) ? ' MIT ' : ' NONE '));
  const either = expression.split(/\sOR\s/);
  return either.some((all) => all.split(/\sAND\s/).every((one) => ALLOWED_LICENSES.has(one.trim())));
}

/**
 * @param {(place: string) => Promise<string | undefined>} readLicense of an installed package, for entries that name none
 * @returns {Promise<string[]>} one sentence for each production package whose license is not allowed or not known
 */
export async function licenseProblems(lockfile, readLicense) {
  const problems = [];
  for (const place of productionPackages(lockfile)) {
    const license = lockfile.packages[place].license ?? (await readLicense(place));
    if (license === undefined) problems.push(`${nameOf(place)} names no license`);
    else if (!isAllowedLicense(license))
      problems.push(`${nameOf(place)} has the license ${license}, which is not allowed`);
  }
  return problems;
}

/** The license in an installed package's manifest, in today's form or the one of old packages. */
async function installedLicense(place) {
  const text = await readFile(path.join(root, place, 'package.json'), 'utf8').catch(() => '{}');
  const { license, licenses } = JSON.parse(text);
  if (typeof license === 'string') return license;
  return licenses?.map(({ type }) => type).join(' OR ');
}

async function check({ accept }) {
  const lockfile = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  if (accept) await writeFile(LIST, `${JSON.stringify(unverifiedPackages(lockfile), null, 2)}\n`);
  const listed = JSON.parse(await readFile(LIST, 'utf8'));
  const integrity = integrityProblems(lockfile, listed);
  const licenses = await licenseProblems(lockfile, installedLicense);
  for (const problem of [...integrity, ...licenses]) console.error(problem);
  if (integrity.length > 0) {
    console.error('Run npm install where the package can be fetched; or review the change and run:');
    console.error('  node scripts/check-dependencies.mjs --accept');
  }
  if (integrity.length + licenses.length > 0) return 1;
  const count = productionPackages(lockfile).length;
  console.log(
    `dependencies: ${count} production packages with allowed licenses; ${listed.length} entries without integrity, all listed`,
  );
  return 0;
}

if (process.argv[1] === import.meta.filename) {
  check({ accept: process.argv.includes('--accept') }).then((code) => (process.exitCode = code));
}
