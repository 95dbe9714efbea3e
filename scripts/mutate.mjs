// `npm run test:mutation [-- <part of a path>…]`: changes each file of test/mutation/files.mjs in many small ways, one at a
// time (Stryker, in a copy of the work tree), and runs the tests of the file. A change that no test notices survives.
import { Stryker } from '@stryker-mutator/core';
import os from 'node:os';
import path from 'node:path';
import { mutatedFiles } from '../test/mutation/files.mjs';

/** Tests that take this much longer than usual hang, which is noticed too. */
const HANG_MS = 3_000;
const NOTICED = ['Killed', 'Timeout'];
const UNNOTICED = ['Survived', 'NoCoverage'];

const parts = process.argv.slice(2);
const chosen = mutatedFiles.filter(({ file }) => parts.length === 0 || parts.some((part) => file.includes(part)));
const results = [];
for (const one of chosen) results.push(await mutate(one));

console.log();
for (const { file, score, mutants, seconds, minimum, isGood } of results) {
  const columns = [
    `${score.toFixed(1).padStart(5)} %`,
    `${mutants} mutants`.padStart(11),
    `${seconds} s`.padStart(6),
    file,
  ];
  console.log(columns.join('  ') + (isGood ? '' : ` FAILED: below ${minimum} %`));
}
process.exitCode = results.length > 0 && results.every(({ isGood }) => isGood) ? 0 : 1;

/** Mutates one file. `score` is the share of changes that a test noticed, in percent. */
async function mutate({ file, tests, minimum }) {
  const started = performance.now();
  // test/mutation/jest.config.mjs reads it.
  process.env.MUTATION_TESTS = JSON.stringify(tests);
  const stryker = new Stryker({
    mutate: [file],
    // The text of a message is no promise.
    mutator: { excludedMutations: ['StringLiteral'] },
    plugins: ['@stryker-mutator/jest-runner'],
    testRunner: 'jest',
    jest: { configFile: 'test/mutation/jest.config.mjs', enableFindRelatedTests: false },
    coverageAnalysis: 'perTest',
    concurrency: 2,
    timeoutMS: HANG_MS,
    tempDirName: path.join(os.tmpdir(), 'sluice-mutation'),
    cleanTempDir: 'always',
    ignorePatterns: ['**/dist', '**/dist.*', '.data*', 'docs', 'test/fixtures', 'test/load/results'],
    reporters: ['clear-text'],
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    warnings: { slow: false },
    logLevel: 'warn',
  });
  const statuses = (await stryker.runMutationTest()).map(({ status }) => status);
  const noticed = statuses.filter((status) => NOTICED.includes(status)).length;
  const mutants = noticed + statuses.filter((status) => UNNOTICED.includes(status)).length;
  const score = (100 * noticed) / mutants;
  const seconds = Math.round((performance.now() - started) / 1_000);
  return { file, score, mutants, seconds, minimum, isGood: score >= minimum };
}
