import { describe, expect, test } from '@jest/globals';
import { NEW_RULE, readRuleFields } from './ruleFields.js';

const NEW_ISSUE = { kind: 'new_issue' };
const RATE = { kind: 'issue_rate', measure: 'events', above: 3, windowMinutes: 5 };
const TREND = { kind: 'issue_trend', factor: 2, floor: 5 };
const BOUNDS = { direction: 'above', threshold: 10, windowMinutes: 5, forMinutes: 0 };
const LOGS = { kind: 'log_rate', query: {}, ...BOUNDS };
const drops = (...of: readonly string[]) => ({ kind: 'drops', of });

describe('a rule', () => {
  test.each<[string, readonly object[], object, string]>([
    [
      'a release for counts of issues',
      [RATE],
      { releases: ['2.*'] },
      'filters.releases: does not apply to conditions[0]',
    ],
    [
      'tags for trends',
      [NEW_ISSUE, TREND],
      { tags: [{ key: 'a', value: 'b' }] },
      'filters.tags: does not apply to conditions[1]',
    ],
    ['levels for a series', [LOGS], { levels: ['error'] }, 'of the kind "log_rate"; use a separate rule'],
    [
      'levels for assignments',
      [NEW_ISSUE, { kind: 'assigned' }],
      { levels: ['fatal'] },
      'conditions[1] of the kind "assigned"',
    ],
    ['environments for drops', [drops('spike_cap')], { environments: ['live'] }, 'of the kind "drops"'],
  ])('with filters that it would ignore is refused: %s', (_, conditions, filters, problem) => {
    expect(() => read(conditions, filters)).toThrow(problem);
  });

  test.each<[string, readonly object[], object]>([
    ['levels and environments for counts', [RATE, TREND], { levels: ['error'], environments: ['live'] }],
    ['all for events', [NEW_ISSUE], { releases: ['2.*'], urls: ['*'], tags: [] }],
    ['empty lists for drops', [drops('silence')], { levels: [], releases: [] }],
  ])('with filters that it uses is accepted: %s', (_, conditions, filters) => {
    expect(read(conditions, filters)).toMatchObject({ conditions, filters });
  });

  test.each(['monthly_quota', 'losses', 'token_expiry'])('of a project about %s is refused', (kind) => {
    expect(() => read([drops('spike_cap', kind)])).toThrow(
      `conditions[0].of: "${kind}" needs a rule of the organization`,
    );
    expect(read([drops(kind)], {}, false).conditions).toEqual([drops(kind)]);
  });

  test('about an endpoint needs its name', () => {
    expect(() => read([{ kind: 'endpoint', measure: 'p95', name: '', ...BOUNDS }])).toThrow('conditions[0].name');
  });

  test('with patterns that cost too much is refused by the entry, unless they are stored', () => {
    const filters = { urls: ['*', ...Array.from({ length: 12 }, (_, index) => `*${'[a-z]'.repeat(100)}${index}*`)] };
    const problem =
      /^filters\.urls\[11\]: "\*(?:\[a-z\])+[^"]*…" makes the list too expensive to match \(cost at most 1024: /;
    expect(() => read([NEW_ISSUE], filters)).toThrow(
      expect.objectContaining({ message: expect.stringMatching(problem) }),
    );
    const input = { ...NEW_RULE, name: 'rule', conditions: [NEW_ISSUE], filters };
    expect(readRuleFields(input, true, filters)).toMatchObject({ filters });
  });
});

function read(conditions: readonly object[], filters: object = {}, isOfProject = true) {
  return readRuleFields({ ...NEW_RULE, name: 'rule', conditions, filters }, isOfProject);
}
