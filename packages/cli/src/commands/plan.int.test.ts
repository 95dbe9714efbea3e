import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { COSTS } from '../plan/measured.js';
import { runForTest } from '../testing/runForTest.js';

const root = new URL('../../../../', import.meta.url);

const run = (...words: string[]) => runForTest(['plan', ...words], {});

test('sluice plan prints what the document shows', async () => {
  const examples = await readExamples();
  expect(examples.map(([words]) => words.at(-1))).toEqual(['100000', '1000000']);
  for (const [words, printed] of examples) expect((await run(...words)).stdout.trim()).toBe(printed.trim());
});

test('sluice plan computes with the costs of the last benchmark', async () => {
  const result = await readFile(new URL('test/load/results/capacity.json', root), 'utf8');
  expect(COSTS).toEqual((JSON.parse(result) as { costs: unknown }).costs);
});

test('sluice plan prints all numbers as JSON, and opens no connection', async () => {
  const { code, stdout } = await run('--rate', '5000', '--mix', 'exception=1', '--batch', '2', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    input: { rate: 5_000, batch: 2, days: 30, cores: 4, mix: { exception: 1, span: 0 } },
    requestsPerSecond: 2_500,
    services: [
      { name: 'gateway' },
      { name: 'exceptions worker' },
      { name: 'alerts', processes: 1, machines: 0 },
      { name: 'Redis' },
      { name: 'PostgreSQL' },
    ],
  });
});

test.each([
  [['--rate', '0'], 'from 1 to 2000000'],
  [['--rate', '2000001'], 'from 1 to 2000000'],
  [['--rate', 'many'], '"many" must be a whole number'],
  [['--rate', '10', '--batch', '1001'], 'from 1 to 1000'],
  [['--rate', '10', '--mix', 'errors=1'], 'The types are exception, log, span, hit, replay'],
  [['--rate', '10', '--mix', 'span'], '"span" is not a part such as span=8'],
  [['--rate', '10', '--mix', 'span=0,log=0'], 'at least one type needs a part above 0'],
  [['--rate', '10', '--days', '0'], 'from 1 to 3650'],
  [[], '--rate'],
])('sluice plan refuses %j', async (words, message) => {
  expect(await run(...words)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

/** Commands that the document shows, and what it says that they print. */
async function readExamples(): Promise<readonly (readonly [words: readonly string[], printed: string])[]> {
  const text = await readFile(new URL('docs/capacity.md', root), 'utf8');
  return [...text.matchAll(/^```\n\$ sluice plan (.*)\n\n([\s\S]*?)^```$/gm)].map(([, words = '', printed = '']) => [
    words.split(' '),
    printed,
  ]);
}
