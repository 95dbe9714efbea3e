import { describe, expect, test } from '@jest/globals';
import { anchorsOf, citationProblems, citationsIn, linksIn, pathsIn, sectionsOf } from './check-citations.mjs';

const numbersIn = (text) => citationsIn(text).map(({ document, number }) => `${document} ${number}`);

describe('citations', () => {
  test.each([
    ['a section', 'as in protocol 4.1.', ['protocol 4.1']],
    ['several sections', '(protocol 2.1, 3.1 and 8)', ['protocol 2.1', 'protocol 3.1', 'protocol 8']],
    ['the ends of a range', 'protocol 4.2–4.4', ['protocol 4.2', 'protocol 4.4']],
    ['the beginning of a sentence', 'Design 3.9. The flag', ['design 3.9']],
    ['a decision', 'see decision 0042', ['decision 0042']],
    [
      'a citation across lines of a comment',
      ' * as in protocol\n * 4.1 and design\n * 2',
      ['protocol 4.1', 'design 2'],
    ],
    ['no step after a comma', 'protocol 3.1, step 1, and 8', ['protocol 3.1']],
    ['no other words', 'protocols, redesign 3, a decision of 2026', []],
  ])('finds %s', (_name, text, expected) => expect(numbersIn(text)).toEqual(expected));

  test('have the line at which they begin', () => {
    expect(citationsIn('\n\n// protocol 4.1\n\n').map(({ line }) => line)).toEqual([3]);
  });
});

describe('Markdown', () => {
  const text =
    '# Design\n\n## 2. Life of a `batch`\n\n### 2.1 What is it?\n\n## 2. Life of a `batch`\n\n```md\n## 9. Code\n```\n';

  test('has sections with and without a point', () => {
    expect([...sectionsOf(text)]).toEqual(['2', '2.1']);
  });

  test('has the anchors that GitHub makes', () => {
    expect([...anchorsOf(text)]).toEqual(['design', '2-life-of-a-batch', '21-what-is-it', '2-life-of-a-batch-1']);
  });

  test('has relative links, inline and by reference', () => {
    const links = 'a [b](c.md#d) `[no](code.md)` [web](https://x.test)\n\n```\n[no](block.md)\n```\n[e]: ../f.md\n';
    expect(linksIn(links)).toEqual([
      { target: 'c.md#d', line: 1 },
      { target: '../f.md', line: 6 },
    ]);
  });
});

describe('named paths', () => {
  test('are inline code that begins with a folder of the root', () => {
    const text =
      '`packages/db/src/` `src/a.ts` `services/<type>/src/` packages/no `docs/a.md`\n\n```\n`test/no`\n```\n';
    expect(pathsIn(text).map(({ target }) => target)).toEqual(['packages/db/src/', 'docs/a.md']);
  });
});

describe('problems', () => {
  const problemsOf = (files) => citationProblems(Object.keys(files), async (file) => files[file]);
  const documents = {
    'docs/protocol.md': '## 4. Endpoints\n\n### 4.1 Ingest a batch\n',
    'docs/design.md': '## 3. Promises\n',
    'docs/decisions/0042-answer.md': '# Answer\n',
  };

  test('reports nothing if everything resolves', async () => {
    const code = '// protocol 4.1, design 3, decision 0042';
    const readme = '[a](docs/protocol.md#41-ingest-a-batch) [b](docs/) [c](#hello)\n\n# Hello\n';
    expect(await problemsOf({ ...documents, 'a.ts': code, 'README.md': readme })).toEqual([]);
  });

  test.each([
    ['a section', 'a.ts', '// protocol 4.9', 'a.ts:1: docs/protocol.md has no section 4.9'],
    ['a decision', 'a.lua', '-- decision 0043', 'a.lua:1: docs/decisions/0043-*.md does not exist'],
    ['a file', 'docs/a.md', '[b](b.md)', 'docs/a.md:1: the link b.md names no file in Git'],
    ['a path', 'docs/a.md', 'see `docs/gone/`', 'docs/a.md:1: docs/gone/ is not in Git'],
    ['an anchor', 'docs/a.md', '[b](design.md#2)', 'docs/a.md:1: docs/design.md has no heading #2'],
  ])('name %s that is missing', async (_name, file, text, problem) => {
    expect(await problemsOf({ ...documents, [file]: text })).toEqual([problem]);
  });
});
