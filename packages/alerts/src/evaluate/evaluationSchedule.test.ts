import { expect, test } from '@jest/globals';
import type { AlertRules } from '../alertRule.js';
import { createEvaluationSchedule, type EvaluationSchedule } from './evaluationSchedule.js';

const SEEN = { evaluatedMs: 0, settledMs: 0, usersSettledMs: 0, usersMinute: 0 };

test('an organization with few rules has its turn in every pass, however many another has', () => {
  const schedule = createEvaluationSchedule(() => 0);
  const rules = rulesOf({ big: 5, small: 1 });
  expect([1, 2, 3].map((atMs) => pass(schedule, rules, { parts: 3, atMs: atMs * 10 }))).toEqual([
    ['big0', 'small0', 'big1'],
    ['small0', 'big2', 'big3'],
    ['small0', 'big4', 'big0'],
  ]);
});

test('of more organizations than a pass has time for, each has its turn before one has another', () => {
  const schedule = createEvaluationSchedule(() => 0);
  const rules = rulesOf({ a: 2, b: 1, c: 1, d: 1 });
  const evaluated = [1, 2, 3].flatMap((atMs) => pass(schedule, rules, { parts: 2, atMs: atMs * 10 }));
  expect(evaluated).toEqual(['a0', 'b0', 'c0', 'd0', 'a1', 'b0']);
});

test('a part has seen no more than each of its rules, and nothing of a new one', () => {
  const schedule = createEvaluationSchedule(() => 0);
  const before = rulesOf({ a: 1 });
  const [turn] = schedule.order(before);
  if (turn === undefined) throw new Error('no part');
  schedule.record(turn.part, { ...SEEN, evaluatedMs: 5, settledMs: 4 });
  expect(schedule.order(before)[0]?.seen).toEqual({ ...SEEN, evaluatedMs: 5, settledMs: 4 });
  const [first] = before.rules;
  if (first === undefined) throw new Error('no rule');
  const small = { ...first, conditions: first.conditions.slice(0, 1) };
  const more = { ...before, rules: [small, { ...small, id: 'new' }] };
  expect(schedule.order(more)[0]?.seen).toEqual(SEEN);
});

/** As many projects, with 500 conditions each, of each organization: each project is a part. */
function rulesOf(organizations: Readonly<Record<string, number>>): AlertRules {
  const projects = Object.entries(organizations).flatMap(([name, count]) =>
    Array.from({ length: count }, (_, index) => [`${name}${index}`, name] as const),
  );
  const conditions = Array.from({ length: 500 }, () => ({
    kind: 'issue_rate',
    measure: 'events',
    above: 3,
    windowMinutes: 5,
  })) as unknown as AlertRules['rules'][number]['conditions'];
  const fields = {
    name: 'rule',
    conditions,
    filters: {},
    destinationIds: [],
    exceptProjects: [],
    cooldownS: 0,
    digestS: 0,
    mutedUntil: null,
    countedSince: new Date(0),
  };
  return {
    rules: projects.map(([projectId, organizationId]) => ({ ...fields, id: projectId, projectId, organizationId })),
    organizationOf: new Map(projects),
    maintenance: [],
  };
}

/** Evaluates so many parts of a pass, and returns their projects. */
function pass(schedule: EvaluationSchedule, rules: AlertRules, { parts, atMs }: { parts: number; atMs: number }) {
  return schedule
    .order(rules)
    .slice(0, parts)
    .map(({ part }, index) => {
      schedule.record(part, { ...SEEN, evaluatedMs: atMs + index });
      return [...part.rules.organizationOf.keys()].join();
    });
}
