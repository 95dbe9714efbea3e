import { describe, expect, test } from '@jest/globals';
import type { AlertCondition } from '../conditions/conditions.js';
import type { AlertRule } from '../alertRule.js';
import type { AlertSignal } from './alertSignal.js';
import { runAtOnce } from '@sluice/runtime';
import { compileAlertFilters } from './matchFilters.js';
import { matchSignals } from './matchSignals.js';
import type { ProjectRules } from './projectRules.js';

const NOW = Date.UTC(2026, 10, 25);

const OPEN = { organizationId: '2', projectId: null, fromMs: NOW, toMs: NOW + 1 };
const CLOSED = [
  { ...OPEN, fromMs: 0, toMs: NOW },
  { ...OPEN, fromMs: NOW + 1, toMs: Infinity },
];

describe('signals', () => {
  test('fire every rule with their condition', () => {
    const rules = [
      rule('new', [{ kind: 'regression' }, { kind: 'new_issue' }]),
      rule('regression', [{ kind: 'regression' }]),
      rule('also new', [{ kind: 'new_issue' }]),
    ];
    expect(firingsOf([signal()], project(rules))).toEqual([
      {
        projectId: '1',
        organizationId: '2',
        ruleId: 'new',
        conditionIndex: 1,
        kind: 'new_issue',
        subject: 'issue:issue-a',
        occurrence: 'event-a',
        state: 'firing',
        details: signal().details,
        destinationIds: ['9'],
        cooldownS: 60,
        digestS: 5,
        suppressedBy: null,
      },
      expect.objectContaining({ ruleId: 'also new', conditionIndex: 0 }),
    ]);
  });

  test('fire no rule whose filters do not match', () => {
    const rules = [rule('staging', [{ kind: 'new_issue' }], { filters: { environments: ['staging'] } })];
    expect(firingsOf([signal()], project(rules))).toEqual([]);
  });

  test('of an assignment are not filtered by events', () => {
    const rules = [rule('mine', [{ kind: 'assigned' }], { filters: { environments: ['staging'] } })];
    expect(firingsOf([signal({ kind: 'assigned', details: { assigneeId: '4' } })], project(rules))).toMatchObject([
      { kind: 'assigned', details: { assigneeId: '4' } },
    ]);
  });

  test.each<[string, Partial<AlertRule>, Partial<ProjectRules>, string | null]>([
    ['a mute that has not ended', { mutedUntil: new Date(NOW + 1) }, {}, 'muted'],
    ['a mute that has ended', { mutedUntil: new Date(NOW) }, {}, null],
    ['maintenance', {}, { maintenance: [OPEN] }, 'maintenance'],
    ['maintenance and a mute', { mutedUntil: new Date(NOW + 1) }, { maintenance: [OPEN] }, 'maintenance'],
    ['maintenance that was not open when the signal was made', {}, { maintenance: CLOSED }, null],
  ])('are suppressed by %s', (_, muted, maintained, expected) => {
    const rules = [rule('new', [{ kind: 'new_issue' }], muted)];
    expect(firingsOf([signal()], project(rules, maintained))).toMatchObject([{ suppressedBy: expected }]);
  });

  test('without details, of an earlier version, match rules without filters', () => {
    expect(firingsOf([signal({ details: {} })], project([rule('new', [{ kind: 'new_issue' }])]))).toHaveLength(1);
  });

  test('are not decided when the time is over, except the first', () => {
    const signals = [signal(), signal({ id: '2', eventId: 'event-b' })];
    const task = matchSignals(signals, project([rule('new', [{ kind: 'new_issue' }])]), () => true);
    expect(runAtOnce(task, Infinity, () => undefined)).toMatchObject({
      decided: 1,
      candidates: [{ occurrence: 'event-a' }],
    });
  });
});

/** Returns the firings of signals that are all decided. */
function firingsOf(signals: readonly AlertSignal[], rules: ProjectRules): unknown {
  const result = runAtOnce(matchSignals(signals, rules), Infinity, () => undefined);
  expect(result?.decided).toBe(signals.length);
  return result?.candidates;
}

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

function signal(more: Partial<AlertSignal> = {}): AlertSignal {
  return {
    projectId: '1',
    id: '1',
    kind: 'new_issue',
    issueId: 'issue-a',
    eventId: 'event-a',
    at: new Date(NOW),
    details: { level: 'error', environment: 'production', release: '1.0', url: 'https://a.b/c', tags: { plan: 'pro' } },
    ...more,
  };
}

function project(rules: readonly AlertRule[], more: Partial<ProjectRules> = {}): ProjectRules {
  return {
    projectId: '1',
    organizationId: '2',
    maintenance: [],
    rules: rules.map((each) => ({ rule: each, matches: compileAlertFilters(each.filters) })),
    ...more,
  };
}
