import { describe, expect, test } from '@jest/globals';
import type { AlertRule, AlertRules } from '../alertRule.js';
import type { AlertCondition } from '../conditions/conditions.js';
import { divideRules } from './divideRules.js';

const RATE: AlertCondition = { kind: 'issue_rate', measure: 'events', above: 3, windowMinutes: 5 };

let id = 0;

describe('the parts of rules', () => {
  test.each([
    ['one organization with one project', rulesOf(['a:1'], [ruleOf('a', 'a:1')]), 1],
    ['two organizations', rulesOf(['a:1', 'b:1'], [ruleOf('a', 'a:1'), ruleOf('b', null)]), 2],
    [
      'small projects',
      rulesOf(
        times(100, (n) => `a:${n}`),
        [ruleOf('a', null), ruleOf('a', 'a:7')],
      ),
      1,
    ],
    [
      'many projects',
      rulesOf(
        times(600, (n) => `a:${n}`),
        [ruleOf('a', null)],
      ),
      2,
    ],
    [
      'a large project beside small ones',
      rulesOf(['a:0', 'a:1', 'a:2'], [ruleOf('a', null), ...times(900, () => ruleOf('a', 'a:1'))]),
      4,
    ],
    ['a project that a rule excludes', rulesOf(['a:1', 'a:2'], [ruleOf('a', null, { exceptProjects: ['a:1'] })]), 1],
  ])('of %s evaluate each rule in each of its projects once', (_, rules, count) => {
    const parts = divideRules(rules);
    expect(parts).toHaveLength(count);
    const all = rules.rules.flatMap((rule) =>
      [...rules.organizationOf]
        .filter(([project, organization]) =>
          rule.projectId === null
            ? organization === rule.organizationId && !rule.exceptProjects.includes(project)
            : rule.projectId === project,
        )
        .map(([project]) => `${project}/${rule.id}`),
    );
    expect(parts.flatMap(evaluated).sort()).toEqual([...all].sort());
    expect(parts.flatMap(({ members }) => members).sort()).toEqual([...all].sort());
  });

  test('have none of rules that nothing evaluates, and of deleted projects', () => {
    const signaled = ruleOf('a', null, { conditions: [{ kind: 'new_issue' }, { kind: 'drops', of: ['losses'] }] });
    expect(divideRules(rulesOf(['a:1'], [signaled, ruleOf('a', 'a:9')]))).toEqual([]);
  });
});

function ruleOf(organizationId: string, projectId: string | null, more: Partial<AlertRule> = {}): AlertRule {
  return {
    organizationId,
    projectId,
    id: `${(id += 1)}`,
    name: 'rule',
    conditions: [RATE],
    filters: {},
    destinationIds: [],
    exceptProjects: [],
    cooldownS: 0,
    digestS: 0,
    mutedUntil: null,
    countedSince: new Date(0),
    ...more,
  };
}

/** Rules, with projects named `<organization>:<number>`. */
function rulesOf(projects: readonly string[], rules: readonly AlertRule[]): AlertRules {
  return {
    rules,
    organizationOf: new Map(projects.map((project) => [project, project.split(':')[0] ?? ''])),
    maintenance: [],
  };
}

/** The members that an evaluation of a part has: each of its rules in each of its projects that it applies to. */
function evaluated({ rules: { rules, organizationOf } }: ReturnType<typeof divideRules>[number]): readonly string[] {
  return [...organizationOf.keys()].flatMap((project) =>
    rules
      .filter((rule) => (rule.projectId === null ? !rule.exceptProjects.includes(project) : rule.projectId === project))
      .map((rule) => `${project}/${rule.id}`),
  );
}

function times<T>(count: number, make: (index: number) => T): readonly T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
