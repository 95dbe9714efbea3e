// `npm run decisions`: the records in docs/decisions are numbered without gaps, complete, and listed in the index.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const FIELDS = [
  /^- Status: (?:accepted|superseded by \d{4})$/m,
  /^- Date: \d{4}-\d{2}-\d{2}$/m,
  /^## Context\n\n\S/m,
  /^## Decision\n\n\S/m,
  /^## Consequences\n\n\S/m,
];
const FIELD_NAMES = ['status', 'date', 'context', 'decision', 'consequences'];
const OTHER_FILES = new Set(['README.md', 'template.md']);

/**
 * @param {ReadonlyMap<string, string>} records text of each record by its file name
 * @param {string} index text of README.md
 * @returns {string[]} one sentence for each problem
 */
export function decisionProblems(records, index) {
  const listed = [...index.matchAll(/\]\((\d{4}-[^)]*\.md)\)/g)].map(([, name]) => name);
  const problems = listed
    .filter((name) => !records.has(name))
    .map((name) => `README.md lists ${name}, which does not exist`);
  [...records.keys()].sort().forEach((name, position) => {
    const number = /^(\d{4})-[a-z0-9-]+\.md$/.exec(name)?.[1];
    if (number === undefined) return problems.push(`${name}: is not named NNNN-title.md`);
    const expected = String(position + 1).padStart(4, '0');
    if (number !== expected) problems.push(`${name}: number is ${number}, expected ${expected}`);
    problems.push(...recordProblems(name, number, records.get(name)));
    const count = listed.filter((one) => one === name).length;
    if (count !== 1) problems.push(`${name}: README.md lists it ${count} times, expected once`);
  });
  return problems;
}

function recordProblems(name, number, text) {
  const problems = FIELDS.flatMap((field, at) => (field.test(text) ? [] : [`${name}: ${FIELD_NAMES[at]} is missing`]));
  if (!text.startsWith(`# ${number} `)) problems.unshift(`${name}: its heading does not begin with "# ${number} "`);
  return problems;
}

if (process.argv[1] === import.meta.filename) {
  const folder = path.resolve(import.meta.dirname, '../docs/decisions');
  const names = readdirSync(folder).filter((name) => !OTHER_FILES.has(name));
  const records = new Map(names.map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]));
  const problems = decisionProblems(records, readFileSync(path.join(folder, 'README.md'), 'utf8'));
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(`${records.size} decisions are numbered, complete and listed`);
}
