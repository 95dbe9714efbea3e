import { describe, expect, test } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { expressionChecker, namesIn } from './promql.js';

const home = join(repoRoot, 'deploy/observability/grafana');
const dashboards = readdirSync(home).map((file) => {
  const text = readFileSync(join(home, file), 'utf8');
  return { file, text, ...(JSON.parse(text) as Dashboard) };
});

const recorded = (
  parse(readFileSync(join(home, '../rules/objectives.yml'), 'utf8')) as {
    readonly groups: readonly { readonly rules: readonly { readonly record: string }[] }[];
  }
).groups.flatMap(({ rules }) => rules.map(({ record }) => record));
const problemsOf = expressionChecker(recorded);

const panels = dashboards.flatMap(({ uid, panels: all }) =>
  all.filter(({ type }) => type !== 'row').map((panel) => [`${uid}: ${panel.title}`, panel] as const),
);

/** Units of Grafana that the panels use; another one may be a typing error, which Grafana shows as plain text. */
const UNITS = ['s', 'bytes', 'percentunit', 'short', 'reqps'];

test('the dashboards are those that scripts/grafana makes', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/grafana-dashboards.mjs', '--check'], {
    cwd: repoRoot,
  });
  expect([status, stderr.toString()]).toEqual([0, '']);
});

describe.each(dashboards.map((dashboard) => [dashboard.file, dashboard] as const))('%s', (file, dashboard) => {
  test('has the name of its uid, unique titles and ids, and no panel over another', () => {
    expect(file).toBe(`${dashboard.uid}.json`);
    for (const values of [dashboard.panels.map(({ id }) => id), dashboard.panels.map(({ title }) => title)]) {
      expect(values).toEqual([...new Set<unknown>(values)]);
    }
    const places = dashboard.panels.map(({ gridPos }) => gridPos);
    expect(places.filter(({ x, w }) => x + w > 24)).toEqual([]);
    expect(places.filter((one, at) => places.slice(at + 1).some((other) => overlap(one, other)))).toEqual([]);
  });

  test('selects its data source by a variable, and defines every variable that it uses', () => {
    const defined = dashboard.templating.list.map(({ name }) => name);
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' });
    const used = [...dashboard.text.matchAll(/\$\{?([a-z]\w*)\}?/g)].map(([, name = '']) => name);
    expect([...new Set(used)].sort()).toEqual([...defined].sort());
  });

  test('offers values of labels that exist', () => {
    const queries = dashboard.templating.list.flatMap(({ definition }) => definition ?? []);
    const problems = queries.flatMap((query) => {
      const [, metric = '', label = ''] = /^label_values\((\w+), (\w+)\)$/.exec(query) ?? [];
      return problemsOf(`count by (${label}) (${metric})`);
    });
    expect(problems).toEqual([]);
  });
});

describe('the panel', () => {
  test.each(panels)(
    '%s has a unit, a description and valid expressions',
    (_name, { type, description = '', targets = [], datasource, fieldConfig, options }) => {
      expect(['timeseries', 'stat', 'heatmap']).toContain(type);
      expect(description).toMatch(/^.{10,}\.$/);
      expect(UNITS).toContain(type === 'heatmap' ? options?.yAxis?.unit : fieldConfig?.defaults.unit);
      expect(targets.length).toBeGreaterThan(0);
      expect(targets.flatMap(({ expr }) => problemsOf(expr))).toEqual([]);
      expect(targets.flatMap(unknownLabels)).toEqual([]);
      expect([datasource, ...targets.map((target) => target.datasource)].map((source) => source?.uid)).toEqual(
        Array.from({ length: targets.length + 1 }, () => '${datasource}'),
      );
    },
  );
});

/** Returns the labels that a legend names and its query does not have. */
function unknownLabels({ expr, legendFormat }: { expr: string; legendFormat: string }): readonly string[] {
  const { groups } = namesIn(expr);
  const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
  return named.filter((label) => (groups.length === 0 ? label !== 'instance' : !groups.includes(label)));
}

function overlap(a: Place, b: Place): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: Place;
  readonly datasource?: { readonly type: string; readonly uid: string };
  readonly targets?: readonly {
    readonly expr: string;
    readonly legendFormat: string;
    readonly datasource: { readonly uid: string };
  }[];
  readonly fieldConfig?: { readonly defaults: { readonly unit?: string } };
  readonly options?: { readonly yAxis?: { readonly unit: string } };
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly panels: readonly Panel[];
  readonly templating: {
    readonly list: readonly { readonly name: string; readonly type: string; readonly definition?: string }[];
  };
}
