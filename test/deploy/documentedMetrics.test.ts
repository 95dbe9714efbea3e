import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { readMetricCatalog, seriesOf } from './metricCatalog.js';

const documents = [...['packages', 'services', 'docs', 'deploy'].flatMap(documentsIn), join(repoRoot, 'README.md')];
const catalog = readMetricCatalog();

/** Whether a name is the metric of the guides' example, which no service has. */
const isExample = (name: string): boolean => name.includes('_widgets_');

test('docs/metrics.md lists the metrics that the built services register', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/metrics-docs.mjs', '--check'], { cwd: repoRoot });
  expect([status, stderr.toString()]).toEqual([0, '']);
});

// One word behind `sluice_` is a database role.
describe('documents name metrics that exist', () => {
  const known = new Set([...catalog.keys(), ...[...catalog.values()].flatMap(seriesOf)]);
  test.each(documents.map((file) => [file.slice(repoRoot.length + 1)]))('%s', (file) => {
    const named = readFileSync(join(repoRoot, file), 'utf8').match(/\bsluice_[a-z]+_[a-z_]*[a-z]/g) ?? [];
    expect(named.filter((name) => !known.has(name) && !isExample(name))).toEqual([]);
  });
});

describe('metrics follow the conventions of Prometheus', () => {
  test.each([...catalog.values()].map((metric) => [metric.name, metric] as const))('%s', (name, { type, labels }) => {
    expect(name.endsWith('_total')).toBe(type === 'counter');
    expect(name).not.toMatch(/_(?:ms|milliseconds|mb|kb|percent|count|sum|bucket)(?:_|$)/);
    if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    else expect(name).toMatch(/^[a-z_]+$/);
    // `le` and `quantile` belong to Prometheus, `job` and `instance` to its scrape configuration.
    expect(labels.filter((label) => ['le', 'quantile', 'job', 'instance'].includes(label))).toEqual([]);
  });
});

test('ids of projects are a label of one metric, which a setting enables', () => {
  const withProject = [...catalog.values()].filter(({ labels }) => labels.includes('project'));
  expect(withProject.map(({ name }) => name)).toEqual(['sluice_gateway_project_events_total']);
});

test.each(['exceptions', 'hits', 'logs', 'metrics', 'replays', 'spans'])(
  'the README of %s names the metric of how long its events wait',
  (service) => {
    const text = readFileSync(join(repoRoot, 'services', service, 'README.md'), 'utf8');
    expect(text).toContain(`sluice_queue_oldest_job_age_seconds{type="${service.replace(/s$/, '')}"}`);
  },
);

/** Lists the documents below a folder of the repository, except those of dependencies and build output. */
function documentsIn(folder: string): readonly string[] {
  return readdirSync(join(repoRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !/(?:^|\/)(?:node_modules|dist)(?:\/|$)/.test(file))
    .map((file) => join(repoRoot, folder, file));
}
