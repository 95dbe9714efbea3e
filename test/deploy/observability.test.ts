import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { expressionChecker, namesIn } from './promql.js';

const home = join(repoRoot, 'deploy/observability');
const read = (file: string): string => readFileSync(join(home, file), 'utf8');

const ruleFiles = filesIn('rules');
const rules = ruleFiles.flatMap((file) => (parse(read(file)) as RuleFile).groups.flatMap((group) => group.rules));
const alerts = rules.flatMap((rule) => (rule.alert === undefined ? [] : [{ ...rule, alert: rule.alert }]));
const recorded = rules.flatMap(({ record }) => record ?? []);
const testFiles = filesIn('tests');
const tests = testFiles.flatMap((file) => (parse(read(file)) as TestFile).tests);
const problemsOf = expressionChecker(recorded);

describe('the rules for Prometheus', () => {
  test.each(rules.map((rule) => [rule.alert ?? rule.record ?? '', rule.expr]))(
    '%s uses metrics and labels that exist',
    (_name, expr) => {
      expect(problemsOf(expr)).toEqual([]);
    },
  );

  test('have unique names', () => {
    const names = [...alerts.map(({ alert }) => alert), ...recorded];
    expect(names).toEqual([...new Set(names)]);
  });

  test.each(alerts.map((alert) => [alert.alert, alert] as const))(
    '%s says what it means and what to do',
    (_name, alert) => {
      const { labels = {}, annotations = {} } = alert;
      expect(['critical', 'warning', 'info']).toContain(labels['severity']);
      expect(Object.keys(annotations).sort()).toEqual(['description', 'runbook_url', 'summary']);
      const [file, anchor = ''] = (annotations['runbook_url'] ?? '').split('#');
      expect(file).toBe('docs/runbooks.md');
      expect([...runbookSections().keys()]).toContain(anchor);
      expect(runbookSections().get(anchor)).toContain(alert.alert);
    },
  );

  test.each([...runbookSections()])('the runbook %s names alerts that lead to it', (anchor, text) => {
    const named = /^_(.+)\._/m.exec(text)?.[1]?.split(', ') ?? [];
    const leading = alerts.filter(({ annotations }) => annotations?.['runbook_url']?.endsWith(`#${anchor}`));
    expect([...named].sort()).toEqual(leading.map(({ alert }) => alert).sort());
  });
});

describe('the cases of promtool', () => {
  test.each(alerts.map(({ alert }) => [alert]))('make %s fire, and not fire', (name) => {
    const cases = tests.flatMap(({ alert_rule_test: all = [] }) => all.filter(({ alertname }) => alertname === name));
    const firing = cases.filter(({ exp_alerts: expected = [] }) => expected.length > 0);
    expect(firing.length).toBeGreaterThan(0);
    expect(cases.length).toBeGreaterThan(firing.length);
  });

  test.each(tests.map(({ name, input_series: series }) => [name, series] as const))(
    'feed series that exist: %s',
    (_name, series) => {
      expect(series.flatMap((one) => problemsOf(one.series)).filter((problem) => !isForeign(problem))).toEqual([]);
    },
  );
});

/** A target that is not Sluice has any labels. */
const isForeign = (problem: string): boolean => problem.startsWith('up has no label');

describe('the check of expressions', () => {
  test.each<[string, readonly string[]]>([
    ['sum by (type) (rate(sluice_worker_events_stored_total{type=~"log|span"}[5m])) > 1', []],
    ['sluice_worker_events_total', ['no metric sluice_worker_events_total']],
    ['sluice_gateway_request_seconds{status="202"}', ['no metric sluice_gateway_request_seconds']],
    ['sluice_lost_events{type="log"}', ['sluice_lost_events has no label type']],
    ['sum by (project) (sluice_lost_events)', ['no metric has the label project']],
    ['1 > 0', ['no metric in 1 > 0']],
    ['histogram_quantile(0.9, sum by (le) (rate(sluice_gateway_request_seconds_bucket[5m])))', []],
  ])('finds the problems of %s', (expression, problems) => {
    expect(problemsOf(expression)).toEqual(problems);
  });

  test('sees every metric of an expression', () => {
    const { selectors } = namesIn('(a{x="b"} or label_replace(absent(c), "d", "e", "", "")) / on (f) g offset 5m');
    expect(selectors).toEqual([
      { metric: 'a', labels: ['x'] },
      { metric: 'c', labels: [] },
      { metric: 'g', labels: [] },
    ]);
  });
});

const promtool = (...args: readonly string[]) => spawnSync('promtool', args, { cwd: home, encoding: 'utf8' });
const withPromtool = promtool('--version').status === 0 ? test : test.skip;

describe('promtool (skipped if it is not installed: it is in the package prometheus of Debian)', () => {
  withPromtool('accepts the rules and the example of a configuration', () => {
    const { status, stderr } = promtool('check', 'config', 'prometheus.yml');
    expect([status, stderr]).toEqual([0, '']);
  });

  withPromtool('runs the cases', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', ...testFiles);
    expect({ status, stdout, stderr }).toMatchObject({ status: 0 });
  });
});

/** Returns the sections of docs/runbooks.md: the anchor of each heading, as GitHub makes it, and its text. */
function runbookSections(): ReadonlyMap<string, string> {
  const sections = readFileSync(join(repoRoot, 'docs/runbooks.md'), 'utf8').split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const heading = section.slice(0, section.indexOf('\n'));
      return [
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
        section,
      ];
    }),
  );
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(home, folder)).map((file) => `${folder}/${file}`);
}

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

interface RuleFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

interface TestFile {
  readonly rule_files: readonly string[];
  readonly tests: readonly {
    readonly name: string;
    readonly input_series: readonly { readonly series: string }[];
    readonly alert_rule_test?: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
  }[];
}
