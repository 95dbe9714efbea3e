// `npm run citations`: every citation of the documentation, every relative link and every named path resolves.
//  - `protocol 4.1` and `design 3.8` name a numbered heading of docs/protocol.md and docs/design.md.
//  - `decision 0042` names a file docs/decisions/0042-*.md.
//  - A relative link of a Markdown file names a file or folder in Git, and its `#anchor` a heading there.
//  - A path in inline code of a Markdown file, such as `packages/db/src/`, names a file or folder in Git.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Documents whose sections are cited by number. */
const NUMBERED = { protocol: 'docs/protocol.md', design: 'docs/design.md' };
const DECISIONS = 'docs/decisions/';

/** Files in which citations are looked for. This script and its test quote wrong ones. */
const CITING = /\.(?:ts|mts|cts|tsx|js|mjs|cjs|lua|sql|md|ya?ml|sh)$/;
const NOT_CITING = /^scripts\/check-citations\./;

/** Files that may name removed paths. */
const HISTORICAL = /^(?:CHANGELOG\.md|docs\/decisions\/.*)$/;

/** Blanks between words: also a line break, with the comment mark of the next line. */
const GAP = String.raw`(?:[ \t]|\r?\n[ \t]*(?:\*|\/\/|--|#|>)?[ \t]*)+`;
const NUMBER = String.raw`\d+(?:\.\d+)*`;
const CITATION = new RegExp(
  String.raw`\b(protocol|design|decision)s?${GAP}(${NUMBER}(?:(?:,${GAP}(?:and${GAP})?|${GAP}and${GAP}|–)${NUMBER}\b)*)`,
  'gi',
);

/**
 * @returns {{ document: string, number: string, line: number }[]} the citations of a text; ranges (`4.2–4.4`) by
 * their ends
 */
export function citationsIn(text) {
  return [...text.matchAll(CITATION)].flatMap((match) => {
    const [, document, numbers] = match;
    const line = lineAt(text, match.index);
    return [...numbers.matchAll(new RegExp(NUMBER, 'g'))].map(([number]) => ({
      document: document.toLowerCase(),
      number,
      line,
    }));
  });
}

const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;

/** @returns {Set<string>} numbers of the headings of a Markdown text: `## 4. Endpoints`, `### 4.1 Ingest a batch` */
export function sectionsOf(markdown) {
  return new Set(headingsOf(markdown).flatMap((heading) => /^(\d+(?:\.\d+)*)\.?\s/.exec(heading)?.[1] ?? []));
}

/** @returns {Set<string>} anchors of the headings of a Markdown text, as GitHub makes them */
export function anchorsOf(markdown) {
  const anchors = new Set();
  for (const heading of headingsOf(markdown)) {
    const slug = slugOf(heading);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

const headingsOf = (markdown) =>
  withoutCodeBlocks(markdown)
    .split('\n')
    .flatMap((line) => /^#{1,6}\s+(.*?)\s*#*$/.exec(line)?.[1] ?? []);

function slugOf(heading) {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Keeps line numbers, which are reported. */
const withoutCodeBlocks = (markdown) =>
  markdown.replace(/^([ \t]*)(```+|~~~+)[^\n]*\n[\s\S]*?^[ \t]*\2[^\n]*$/gm, (block) => block.replace(/[^\n]/g, ''));

const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm;

/** @returns {{ target: string, line: number }[]} relative links of a Markdown text, code left out */
export function linksIn(markdown) {
  const text = withoutCodeBlocks(markdown).replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));
  return [...text.matchAll(LINK)]
    .map((match) => ({ target: match[1] ?? match[2], line: lineAt(text, match.index) }))
    .filter(({ target }) => !/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(target));
}

const NAMED_PATH = /`((?:packages|services|docs|scripts|test|deploy)\/[\w./@-]*)`/g;

/**
 * @returns {{ target: string, line: number }[]} paths from the root that a Markdown text names in inline code; NNNN
 * matches any number
 */
export function pathsIn(markdown) {
  const text = withoutCodeBlocks(markdown);
  return [...text.matchAll(NAMED_PATH)]
    .filter(([, target]) => !target.includes('NNNN'))
    .map(({ 1: target, index }) => ({ target, line: lineAt(text, index) }));
}

/**
 * @param {readonly string[]} files all files of the repository
 * @param {(file: string) => Promise<string>} read
 * @returns {Promise<string[]>} one sentence for each citation or link that does not resolve
 */
export async function citationProblems(files, read) {
  const known = knownPaths(files);
  const sections = {};
  for (const [document, file] of Object.entries(NUMBERED)) {
    sections[document] = known.has(file) ? sectionsOf(await read(file)) : new Set();
  }
  const problemOf = ({ document, number }) => {
    if (document === 'decision') {
      const exists = files.some((file) => file.startsWith(`${DECISIONS}${number}-`));
      return exists ? undefined : `${DECISIONS}${number}-*.md does not exist`;
    }
    return sections[document].has(number) ? undefined : `${NUMBERED[document]} has no section ${number}`;
  };
  const problems = [];
  for (const file of files.filter((one) => CITING.test(one) && !NOT_CITING.test(one))) {
    const text = await read(file);
    for (const citation of citationsIn(text)) {
      const problem = problemOf(citation);
      if (problem !== undefined) problems.push(`${file}:${citation.line}: ${problem}`);
    }
    if (!file.endsWith('.md')) continue;
    problems.push(...(await linkProblems(file, text, { known, read })));
    if (!HISTORICAL.test(file)) problems.push(...pathProblems(file, text, known));
  }
  return problems;
}

const pathProblems = (file, text, known) =>
  pathsIn(text)
    .filter(({ target }) => !known.has(target.replace(/\/$/, '')))
    .map(({ target, line }) => `${file}:${line}: ${target} is not in Git`);

async function linkProblems(file, text, { known, read }) {
  const problems = [];
  for (const { target, line } of linksIn(text)) {
    const [link, anchor] = target.split('#', 2);
    const to = link === '' ? file : path.posix.join(path.posix.dirname(file), decodeURIComponent(link));
    const name = to.replace(/\/$/, '');
    if (!known.has(name)) problems.push(`${file}:${line}: the link ${target} names no file in Git`);
    else if (anchor !== undefined && name.endsWith('.md') && !anchorsOf(await read(name)).has(anchor)) {
      problems.push(`${file}:${line}: ${name} has no heading #${anchor}`);
    }
  }
  return problems;
}

/** Files and the folders that contain them. */
function knownPaths(files) {
  const known = new Set(['.', ...files]);
  for (const file of files) {
    for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) known.add(folder);
  }
  return known;
}

async function check() {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => file !== '');
  const texts = new Map();
  const read = async (file) => {
    // A file that is deleted but still in Git's index is read as empty.
    if (!texts.has(file)) texts.set(file, await readFile(path.join(root, file), 'utf8').catch(() => ''));
    return texts.get(file);
  };
  const problems = await citationProblems(files, read);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) return 1;
  console.log('citations: all citations, relative links and named paths resolve');
  return 0;
}

if (process.argv[1] === import.meta.filename) check().then((code) => (process.exitCode = code));
