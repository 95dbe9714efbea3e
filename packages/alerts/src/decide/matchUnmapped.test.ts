import { describe, expect, test } from '@jest/globals';
import type { AlertCondition } from '../conditions/conditions.js';
import type { AlertRule } from '../alertRule.js';
import { compileAlertFilters } from './matchFilters.js';
import { matchUnmapped, mayBeUnmapped } from './matchUnmapped.js';
import type { ProjectRules } from './projectRules.js';

const NOW = Date.UTC(2026, 10, 25);

const signal = (details: Readonly<Record<string, unknown>> = { release: '1.0' }) => ({ at: new Date(NOW), details });
const drops: AlertCondition = { kind: 'drops', of: ['spike_cap', 'unmapped_release'] };
const others: AlertCondition = { kind: 'drops', of: ['spike_cap'] };

describe('a release without source maps', () => {
  test('is one firing for each rule that asks, whatever its filters', () => {
    const fired = matchUnmapped(signal(), project(rule('drops', [others, drops]), rule('others', [others])));
    expect(fired).toMatchObject([
      {
        ruleId: 'drops',
        conditionIndex: 1,
        kind: 'unmapped_release',
        subject: 'drop:unmapped_release:1.0',
        occurrence: '1.0',
        state: 'notice',
        details: { release: '1.0' },
        suppressedBy: null,
        lasts: true,
      },
    ]);
  });

  test('is suppressed by a mute at the time of the signal', () => {
    const muted = rule('drops', [drops], { mutedUntil: new Date(NOW + 1) });
    expect(matchUnmapped(signal(), project(muted))).toMatchObject([{ suppressedBy: 'muted' }]);
  });

  test.each<[string, boolean, Parameters<typeof mayBeUnmapped>[0], AlertCondition]>([
    ['a new issue of a release', true, { kind: 'new_issue', details: { release: '1.0' } }, drops],
    ['a new issue without a release', false, { kind: 'new_issue', details: { release: null } }, drops],
    ['an issue that came back', true, { kind: 'regression', details: { release: '1.0' } }, drops],
    ['an assignment', false, { kind: 'assigned', details: { release: '1.0' } }, drops],
    ['a project whose rules are about other drops', false, { kind: 'new_issue', details: { release: '1.0' } }, others],
  ])('may be shown: %s', (_, expected, shown, condition) => {
    expect(mayBeUnmapped(shown, project(rule('drops', [condition])))).toBe(expected);
  });
});

function rule(id: string, conditions: readonly AlertCondition[], more: Partial<AlertRule> = {}): AlertRule {
  return {
    organizationId: '2',
    id,
    projectId: null,
    name: id,
    conditions,
    filters: {},
    destinationIds: ['9'],
    exceptProjects: [],
    cooldownS: 60,
    digestS: 5,
    mutedUntil: null,
    countedSince: new Date(0),
    ...more,
  };
}

function project(...rules: readonly AlertRule[]): ProjectRules {
  return {
    projectId: '1',
    organizationId: '2',
    maintenance: [],
    rules: rules.map((each) => ({ rule: each, matches: compileAlertFilters({}) })),
  };
}
