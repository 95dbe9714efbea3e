// `npm run commits`: every commit after BASE has a conventional subject and a body. Merge commits are skipped.
// With a file as argument it checks that message instead (.githooks/commit-msg).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Commits up to this one are older than the rule. */
const BASE = '801ea25';
const SUBJECT = /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([a-z0-9,-]+\))?!?: \S/;

/** @returns {string[]} problems of a commit message; comment lines are ignored */
export function messageProblems(message) {
  const [subject, ...body] = message
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .trim()
    .split('\n');
  return [
    ...(SUBJECT.test(subject) ? [] : [`subject "${subject}" is not conventional, such as "fix(gateway): …"`]),
    ...(body.some((line) => line.trim() !== '') ? [] : ['body is missing; it says why']),
  ];
}

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** A shallow clone may lack the base; then every commit that is present is checked. */
function commitRange() {
  try {
    git('cat-file', '-e', `${BASE}^{commit}`);
    return `${BASE}..HEAD`;
  } catch {
    return 'HEAD';
  }
}

function historyProblems() {
  const log = git('log', '--no-merges', '--format=%h%x00%B%x01', commitRange());
  const commits = log.split('\u0001').map((entry) => entry.trim().split('\0'));
  return commits
    .filter(([hash]) => hash !== '')
    .flatMap(([hash, message]) => messageProblems(message).map((problem) => `${hash}: ${problem}`));
}

if (process.argv[1] === import.meta.filename) {
  const file = process.argv[2];
  const problems = file === undefined ? historyProblems() : messageProblems(readFileSync(file, 'utf8'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
}
