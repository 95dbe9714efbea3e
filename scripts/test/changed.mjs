// Selects the tests for a change: all unit tests, the integration tests that import a changed file (for Lua and JSON,
// all of its package or service), and the end-to-end tests of the changed parts.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** End-to-end tests of a part, by the start of a changed file's path. The first match counts. */
const END_TO_END = [
  ['services/gateway/src/admission/', ['2.1-envelope', '3.1-filters', '2.7-tally']],
  ['services/gateway/', ['4.1-ingest', '4.1-duplicates']],
  ['services/exceptions/', ['6-issues', '3.4-resolution']],
  ['services/spans/', ['2.3-spans', '2.4-traces', '2.4-metrics']],
  ['services/logs/', ['6-logs-hits']],
  ['services/hits/', ['6-logs-hits']],
  ['services/metrics/', ['2.4-metrics', '4.7-sentry', '4.8-otlp']],
  ['services/replays/', ['6-replays']],
  ['services/api/', ['4-lists', '7-api-errors']],
  ['services/sourcemaps/', ['4.2-sourcemaps']],
  ['services/housekeeping/', ['6-storage']],
  ['services/', ['4.1-ingest']],
  ['packages/redis/', ['8-quotas', '4.1-duplicates']],
  ['packages/queues/', ['4.1-ingest', '8-accounting']],
  ['packages/drain/', ['8-accounting', '6-dead-letters']],
  ['packages/db/', ['4-lists', '6-storage']],
  ['packages/management/', ['4-settings', '5-access']],
  ['packages/sourcemaps/', ['4.2-sourcemaps', '3.4-resolution']],
  ['packages/cli/', ['10-command-line']],
  ['packages/demo/', ['10-command-line']],
  ['packages/', ['4.1-ingest']],
];

/** @returns {{ title: string, projects: string[], args: string[] }[]} runs of Jest for the changes since `base` */
export function changedSteps(base = 'main') {
  const files = changedFiles(base).filter((file) => /\.(ts|mjs|cjs|js|json|lua)$/.test(file));
  if (files.length === 0) return [];
  const steps = [{ title: 'unit tests', projects: ['unit'], args: [] }];
  const endToEnd = endToEndTests(files);
  const ofParts = files.filter((file) => /^(packages|services)\//.test(file));
  const related = ofParts.filter((file) => /js$|ts$/.test(file));
  if (related.length > 0)
    steps.push({
      title: 'integration tests of changed files',
      projects: ['int'],
      args: ['--passWithNoTests', '--findRelatedTests', ...related],
    });
  const parts = new Set(ofParts.flatMap((file) => /^(.+\/src\/).+\.(?:lua|json)$/.exec(file)?.[1] ?? []));
  if (parts.size > 0)
    steps.push({
      title: 'integration tests of parts with changed data or scripts',
      projects: ['int'],
      args: [...parts],
    });
  if (endToEnd.length > 0)
    steps.push({ title: 'end-to-end tests', projects: ['e2e'], args: ['--runTestsByPath', ...endToEnd] });
  return steps;
}

/** Committed since the branch left `base`, or not yet committed. */
function changedFiles(base) {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n');
  const [since] = git('merge-base', base, 'HEAD');
  const files = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => file !== '' && existsSync(path.join(root, file)));
}

function endToEndTests(files) {
  const names = files.flatMap((file) => END_TO_END.find(([start]) => file.startsWith(start))?.[1] ?? []);
  const changed = files.filter((file) => /^test\/e2e\/[^/]*(?<!\.slow)\.test\.ts$/.test(file));
  const known = readdirSync(path.join(root, 'test/e2e'));
  const mapped = names.map((name) => `${name}.test.ts`).filter((name) => known.includes(name));
  return [...new Set([...changed, ...mapped.map((name) => `test/e2e/${name}`)])];
}
