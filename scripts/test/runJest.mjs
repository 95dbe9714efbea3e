// One run of Jest and its results by file.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isGroup } from './groups.mjs';
import { RUN_VARIABLE, endRun, waitForEnd } from './processes.mjs';

const root = path.resolve(import.meta.dirname, '../..');
/** Time for workers to end after Jest has. */
const END_MS = 3_000;

/** Mark of the run that is in progress. */
let running;
/** Exit code for the signal that stopped this program. */
let stoppedBy;

/**
 * Makes SIGHUP, SIGINT and SIGTERM end every process of the run; the program then continues to its end with
 * `stopCode()`.
 */
export function stopOnSignals() {
  for (const [signal, code] of [
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])
    process.on(signal, () => {
      if (stoppedBy !== undefined) return;
      stoppedBy = code;
      console.log(`\n${signal}: ending the tests and their servers.`);
      if (running !== undefined) void endRun(running);
    });
}

/** @returns {number | undefined} the exit code of a run that a signal stopped */
export const stopCode = () => stoppedBy;

/**
 * @typedef {{ file: string, passed: number, failed: string[], skipped: number }} FileResult
 * @returns {Promise<{ code: number, files: FileResult[] }>} Jest's exit code, and the result of each test file
 */
export async function runJest(args, env) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sluice-report-'));
  const report = path.join(folder, 'report.json');
  const words = [path.join(root, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${report}`, ...args];
  // `--json` prints the whole report to standard output too.
  const code = await runNode(words, env, ['ignore', 'ignore', 'inherit']);
  const result = JSON.parse(await readFile(report, 'utf8').catch(() => '{}'));
  await rm(folder, { recursive: true, force: true });
  return { code, files: (result.testResults ?? []).flatMap(membersOf).map(toFileResult) };
}

/** Runs a Node program, then ends its remaining processes. @returns {Promise<number>} its exit code */
export async function runNode(words, env, stdio = 'inherit') {
  const mark = randomUUID();
  running = mark;
  const child = spawn(process.execPath, words, {
    cwd: root,
    env: { ...env, [RUN_VARIABLE]: mark },
    stdio,
    // Ctrl-C reaches a terminal's whole process group. This program ends the run itself, servers included.
    detached: true,
  });
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (exitCode) => resolve(exitCode ?? 1));
  });
  const left = await waitForEnd(mark, END_MS);
  for (const { pid, command } of left) console.log(`left running by the tests: ${pid} ${command.slice(0, 150)}`);
  if (left.length > 0) await endRun(mark);
  running = undefined;
  return code;
}

/** A group is reported as the files that are in it. */
function membersOf(result) {
  const { name, assertionResults } = result;
  if (!isGroup(name) || assertionResults.length === 0) return [result];
  const members = new Map();
  for (const one of assertionResults) {
    const [file, ...titles] = one.ancestorTitles;
    const fullName = [...titles, one.title].join(' ');
    members.set(file, [...(members.get(file) ?? []), { ...one, fullName }]);
  }
  return [...members].map(([file, results]) => {
    const isFailed = results.some(({ status }) => status === 'failed');
    return {
      name: path.join(root, file),
      assertionResults: results,
      status: isFailed ? 'failed' : 'passed',
      message: result.message,
    };
  });
}

function toFileResult({ name, assertionResults, status, message }) {
  const named = (statuses) =>
    assertionResults.filter((one) => statuses.includes(one.status)).map((one) => one.fullName);
  const failed = named(['failed']);
  // The file itself failed: a syntax error, or a hook outside any test.
  if (status === 'failed' && failed.length === 0) failed.push(message.trim().replace(/\s+/g, ' ').slice(0, 200));
  return {
    file: path.relative(root, name),
    passed: named(['passed']).length,
    failed,
    skipped: named(['pending', 'todo', 'skipped', 'disabled']).length,
  };
}
