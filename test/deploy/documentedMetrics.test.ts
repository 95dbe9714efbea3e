import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** Files below a folder of the repository, dependencies and builds apart. */
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => !/(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(file))
    .map((file) => join(repoRoot, folder, file));

const all = ['packages', 'services', 'docs', 'deploy'].flatMap(filesIn);
const sources = all
  .filter((file) => /\/src\/.*\.ts$/.test(file) && !/\.test\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');
const documents = [...all.filter((file) => file.endsWith('.md')), join(repoRoot, 'README.md')];

/** Some names are put together from a prefix, `sluice_worker_`, and the rest. */
const isKnown = (name: string): boolean =>
  sources.includes(name) || sources.includes(name.replace(/^sluice_[a-z]+_/, ''));

describe('documents name metrics that exist', () => {
  test.each(documents.map((file) => [file.slice(repoRoot.length + 1)]))('%s', (file) => {
    const named = readFileSync(join(repoRoot, file), 'utf8').match(/\bsluice_[a-z_]+[a-z]/g) ?? [];
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });
});
