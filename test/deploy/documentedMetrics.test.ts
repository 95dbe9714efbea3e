import { describe, expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../e2e/support/repoRoot.js';

/** Lists the files below a folder of the repository, except dependencies and build output. */
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

const found = (pattern: RegExp): readonly string[] => [...sources.matchAll(pattern)].map(([, name]) => name as string);

/** Returns the names of the metrics that the services declare; variable parts are filled in. */
const declared = new Set([
  ...found(/['"`](sluice_[a-z_]+)['"`]/g),
  ...found(/\b(?:counter|histogram)\(\s*'([a-z_]+)'/g).map((rest) => `sluice_worker_${rest}`),
  ...found(/`sluice_\$\{service\}_([a-z_]+)`/g).flatMap((rest) => [`sluice_api_${rest}`, `sluice_sourcemaps_${rest}`]),
]);

/** Tells a metric of the guides' example, which no service declares. */
const isExample = (name: string): boolean => name.includes('_widgets_');

// One word behind `sluice_` is a database role.
describe('documents name metrics that exist', () => {
  test.each(documents.map((file) => [file.slice(repoRoot.length + 1)]))('%s', (file) => {
    const named = readFileSync(join(repoRoot, file), 'utf8').match(/\bsluice_[a-z]+_[a-z_]*[a-z]/g) ?? [];
    expect(named.filter((name) => !declared.has(name) && !isExample(name))).toEqual([]);
  });
});

test('ignores partial names and names with another prefix', () => {
  expect([...declared]).toEqual(
    expect.arrayContaining([
      'sluice_queue_oldest_job_age_seconds',
      'sluice_worker_lag_seconds',
      'sluice_api_requests_total',
    ]),
  );
  for (const name of ['sluice_worker_events', 'sluice_queue_age', 'sluice_worker_requests_total']) {
    expect(declared).not.toContain(name);
  }
});

test.each(['exceptions', 'hits', 'logs', 'replays', 'spans'])(
  'the README of %s names the metric of how long its events wait',
  (service) => {
    const text = readFileSync(join(repoRoot, 'services', service, 'README.md'), 'utf8');
    expect(text).toContain(`sluice_queue_oldest_job_age_seconds{type="${service.replace(/s$/, '')}"}`);
  },
);
