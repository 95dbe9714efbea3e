// Runs a suite, reruns failed files if requested, and sums up the results.
import os from 'node:os';
import { writeGroups } from './groups.mjs';
import { runJest, runNode, stopCode } from './runJest.mjs';

/** More failed files than this are no accident. */
const MOST_RERUN = 12;

/**
 * Runs one Jest invocation of a suite.
 *
 * @returns {Promise<{ passed: number, failed: string[], skipped: number, unstable: string[] }>}
 */
export async function runStep({ title, projects, args = [], env = {}, grouped = false }, { env: base, rerunFailed }) {
  console.log(`\n=== ${title} (${projects.join(', ')})`);
  // Builds with frameworks keep what they install.
  const stepEnv = { ...base, ...env, ...(projects.includes('frameworks') ? { TMPDIR: os.tmpdir() } : {}) };
  if (grouped) await writeGroups();
  const firstEnv = grouped ? { ...stepEnv, TEST_GROUPS: '1' } : stepEnv;
  const first = await runJest(['--selectProjects', ...projects, ...separated(args)], firstEnv);
  const failed = first.files.filter((file) => file.failed.length > 0).map(({ file }) => file);
  const mayRerun = rerunFailed && failed.length > 0 && failed.length <= MOST_RERUN && stopCode() === undefined;
  if (!mayRerun) return summed(first.files, first.code, []);
  for (const line of failureLines(first.files)) console.log(line);
  console.log(`\n=== once more, alone: ${failed.join(' ')}`);
  const alone = ['--selectProjects', ...projects, '--maxWorkers=1', '--runTestsByPath', ...failed];
  const second = await runJest(alone, stepEnv);
  const again = new Map(second.files.map((one) => [one.file, one]));
  const files = first.files.map((one) => again.get(one.file) ?? one);
  const unstable = failed.filter((file) => again.get(file)?.failed.length === 0);
  return summed(files, second.code, unstable);
}

/** Runs a program of the repository that counts as one test. */
export async function runProgram(file, { env }) {
  console.log(`\n=== ${file}`);
  const code = await runNode([file], env);
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? [] : [`FAILED: ${file}`], skipped: 0, unstable: [] };
}

/** `--selectProjects` takes every word up to the next option. */
const separated = (args) => (args.length === 0 || args[0].startsWith('-') ? args : ['--', ...args]);

function summed(files, code, unstable) {
  const count = (of) => files.reduce((sum, file) => sum + of(file), 0);
  const failed = failureLines(files);
  // Jest failed without a failed test: nothing to run, a failed set-up, or processes left behind.
  if (code !== 0 && failed.length === 0 && stopCode() === undefined)
    failed.push(`FAILED: Jest ended with code ${code}; its message is above`);
  return { passed: count((file) => file.passed), failed, skipped: count((file) => file.skipped), unstable };
}

const failureLines = (files) => files.flatMap(({ file, failed }) => failed.map((name) => `FAILED: ${file}: ${name}`));
