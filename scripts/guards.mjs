// `npm run test:guards [-- <part of a promise>]`: removes each guard of test/faults/guards.mjs, one at a time, in a
// copy of the last commit, and requires that its test fails. The same tests must pass there before.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { guards } from '../test/faults/guards.mjs';
import { copyCheckout } from '../test/load/footprint/copyCheckout.mjs';

/** A test that has not ended by then hangs, and that is red too. */
const TEST_MS = 240_000;

const filter = process.argv.slice(2).join(' ');
const chosen = guards.filter(({ promise }) => promise.includes(filter));
const folder = await mkdtemp(path.join(os.tmpdir(), 'sluice-guards-'));
const checkout = path.join(folder, 'checkout');
let running;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running?.kill('SIGTERM'));

try {
  await copyCheckout(checkout);
  const broken = await standingGreen();
  for (const guard of broken.length === 0 ? chosen : []) {
    const verdict = await tryWithout(guard);
    console.log(`${verdict.padEnd(8)} ${guard.promise}`);
    if (verdict !== 'red') broken.push(`${guard.promise}: ${verdict} (${guard.file}, ${guard.test})`);
  }
  for (const line of broken) console.log(`FAILED: ${line}`);
  console.log(`${chosen.length} guards, ${broken.length} failed`);
  process.exitCode = broken.length === 0 && chosen.length > 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Tests that fail without any change: their failure would prove nothing. */
async function standingGreen() {
  const failed = [];
  for (const project of ['unit', 'int', 'slow']) {
    const tests = [...new Set(chosen.filter((guard) => guard.project === project).map(({ test }) => test))];
    if (tests.length > 0 && !(await isGreen(project, tests)))
      failed.push(`${tests.join(', ')}: red with every guard in place`);
  }
  return failed;
}

/** @returns {Promise<'red' | 'green' | 'gone'>} `gone`: the guard is not where the list says */
async function tryWithout({ file, find, replace, project, test }) {
  const place = path.join(checkout, file);
  const whole = await readFile(place, 'utf8');
  if (whole.split(find).length !== 2) return 'gone';
  await writeFile(
    place,
    whole.replace(find, () => replace),
  );
  try {
    return (await isGreen(project, [test])) ? 'green' : 'red';
  } finally {
    await writeFile(place, whole);
  }
}

function isGreen(project, tests) {
  const words = [
    path.join(checkout, 'node_modules/jest/bin/jest.js'),
    '--selectProjects',
    project,
    '--silent',
    '--',
    ...tests,
  ];
  return new Promise((resolve) => {
    running = spawn(process.execPath, words, { cwd: checkout, stdio: 'ignore' });
    const timer = setTimeout(() => running.kill('SIGTERM'), TEST_MS);
    running.once('exit', (code) => {
      clearTimeout(timer);
      running = undefined;
      resolve(code === 0);
    });
  });
}
