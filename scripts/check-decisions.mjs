// `npm run decisions`: each number has one record in docs/decisions, with all fields and an entry in the index, or a row of the index
// that says which document replaced the record.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

const folder = path.resolve(import.meta.dirname, '../docs/decisions');
const RECORD = /^(\d{4})-[a-z0-9-]+\.md$/;
const STATUS = /^- Status: (?:proposed|accepted|superseded by \d{4})$/m;

/** @returns {string[]} the problems of one record */
export function problemsOfRecord(number, text) {
  const required = [
    [new RegExp(String.raw`^# ${number} \S`), `does not begin with "# ${number} <title>"`],
    [STATUS, 'has no "- Status:" of proposed, accepted or superseded by NNNN'],
    [/^- Date: \d{4}-\d{2}-\d{2}$/m, 'has no "- Date: YYYY-MM-DD"'],
    [/^- Subject: \S/m, 'has no "- Subject:"'],
    ...['Context', 'Decision', 'Consequences'].map((heading) => [
      new RegExp(String.raw`^## ${heading}\n\n\S`, 'm'),
      `has no text under "## ${heading}"`,
    ]),
  ];
  return required.filter(([pattern]) => !pattern.test(text)).map(([, problem]) => problem);
}

/** @returns {string[]} the problems of all records; `files` are texts by name, README.md among them */
export function problemsOfDecisions(files) {
  const names = Object.keys(files)
    .filter((name) => RECORD.test(name))
    .sort();
  const index = files['README.md'] ?? '';
  const removed = [...index.matchAll(/^\| (\d{4}) +\|/gm)].map(([, number]) => number);
  const taken = [...names.map((name) => name.slice(0, 4)), ...removed].sort();
  return names.flatMap((name) => {
    const number = name.slice(0, 4);
    const title = /^# (.+)$/m.exec(files[name])?.[1] ?? '';
    const position = taken.lastIndexOf(number) + 1;
    return [
      ...problemsOfRecord(number, files[name]),
      ...(Number(number) === position ? [] : [`has the number ${number} at position ${position}`]),
      ...(index.includes(`[${title}](${name})`) ? [] : [`is not listed in README.md as [${title}](${name})`]),
    ].map((problem) => `docs/decisions/${name} ${problem}`);
  });
}

async function check() {
  const names = await readdir(folder);
  const texts = await Promise.all(names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')]));
  const problems = problemsOfDecisions(Object.fromEntries(texts));
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
}

if (process.argv[1] === import.meta.filename) check().then((code) => (process.exitCode = code));
