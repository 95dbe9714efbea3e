// `npm test` and its siblings: `node scripts/test.mjs [--suite=main] [--rerun-failed] [--summary=FILE] [arguments of Jest]`.
// Suites: fast, changed, main (the default), rest, all, nightly; scripts/test/suites.mjs says what they run.
// Arguments of Jest's select tests: `npm test -- --selectProjects int -- packages/redis`.
import { rm, writeFile } from 'node:fs/promises';
import { requireNode } from './install.mjs';
import { changedSteps } from './test/changed.mjs';
import { memoryDirectory } from './test/memoryDirectory.mjs';
import { stopCode, stopOnSignals } from './test/runJest.mjs';
import { runProgram, runStep } from './test/runSuite.mjs';
import { installDependencies, mayInstall, setUp } from './test/setUp.mjs';
import { programs, suites } from './test/suites.mjs';

/** Variables that would change what a suite runs. */
const STEERING = ['E2E_MODE', 'E2E_SYSTEM', 'NODE_OPTIONS'];

requireNode();
stopOnSignals();
const { suite, rerunFailed, summary, jestArgs } = readArguments(process.argv.slice(2));
const steps = stepsOf();
const results = [];
const { env, hasServers, missing, memory } = await setUpSteps();
for (const line of missing) console.log(`SKIPPED: ${line}`);
// Without Redis only unit tests can run, and the run fails, unless installing was not allowed.
if (!hasServers && mayInstall) results.push({ passed: 0, failed: missing, skipped: 0, unstable: [] });
for (const step of steps) {
  const projects = hasServers ? step.projects : step.projects.filter((project) => project === 'unit');
  if (projects.length > 0 && stopCode() === undefined)
    results.push(await runStep({ ...step, projects }, { env, rerunFailed }));
}
for (const file of jestArgs.length === 0 && hasServers ? (programs[suite] ?? []) : [])
  if (stopCode() === undefined) results.push(await runProgram(file, { env }));
if (memory !== undefined) await rm(memory, { recursive: true, force: true });
process.exitCode = await report();

function readArguments(given) {
  const options = { suite: 'main', rerunFailed: false, summary: undefined, jestArgs: [] };
  for (const word of given) {
    const [, name, value] = /^--(suite|summary)=(.*)$/.exec(word) ?? [];
    if (name !== undefined && options.jestArgs.length === 0) options[name] = value;
    else if (word === '--rerun-failed') options.rerunFailed = true;
    else options.jestArgs.push(word);
  }
  if (options.suite !== 'changed' && !(options.suite in suites)) {
    console.error(`--suite=${options.suite}: expected changed, ${Object.keys(suites).join(', ')}`);
    process.exit(2);
  }
  return options;
}

function stepsOf() {
  if (suite === 'changed') return changedSteps(jestArgs[0]);
  if (jestArgs.length === 0) return suites[suite];
  const at = jestArgs.indexOf('--selectProjects');
  if (at < 0) {
    const projects = suites[suite].flatMap((step) => step.projects);
    return [{ title: 'selected tests', projects: [...new Set(projects)], args: jestArgs }];
  }
  const end = jestArgs.findIndex((word, index) => index > at && word.startsWith('-'));
  const projects = jestArgs.slice(at + 1, end < 0 ? undefined : end);
  const args = end < 0 ? jestArgs.slice(0, at) : [...jestArgs.slice(0, at), ...jestArgs.slice(end)];
  return [{ title: 'selected tests', projects, args }];
}

/** Unit tests run from sources and need only the dependencies. */
async function setUpSteps() {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !STEERING.includes(name)));
  const projects = steps.flatMap((step) => step.projects);
  if (projects.every((project) => project === 'unit')) {
    await installDependencies();
    return { env: inherited, hasServers: true, missing: [] };
  }
  const ready = await setUp(projects);
  const memory = await memoryDirectory();
  return { ...ready, memory, env: { ...inherited, ...ready.env, ...(memory === undefined ? {} : { TMPDIR: memory }) } };
}

/** Prints failed files, and last the counts. @returns {Promise<number>} the exit code */
async function report() {
  const failed = results.flatMap((result) => result.failed);
  const unstable = results.flatMap((result) => result.unstable);
  const sum = (of) => results.reduce((total, result) => total + of(result), 0);
  const passed = sum((result) => result.passed);
  const counts = `${passed} passed, ${failed.length} failed, ${sum((result) => result.skipped)} skipped`;
  const lines = [...failed, ...unstable.map((file) => `UNSTABLE: ${file}`), counts];
  if (steps.length === 0) lines.unshift('Nothing that tests cover has changed.');
  if (stopCode() !== undefined) lines.unshift('The run was interrupted.');
  console.log(`\n${lines.join('\n')}`);
  if (summary !== undefined) await writeFile(summary, `${lines.join('\n')}\n`);
  return stopCode() ?? (failed.length === 0 ? 0 : 1);
}
