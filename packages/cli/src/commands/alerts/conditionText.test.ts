import { describe, expect, test } from '@jest/globals';
import { conditionText, parseCondition } from './conditionText.js';

describe('a condition in one line', () => {
  test.each([
    ['new_issue', { kind: 'new_issue' }],
    [
      'issue_rate measure=users above=100 windowMinutes=60',
      { kind: 'issue_rate', measure: 'users', above: 100, windowMinutes: 60 },
    ],
    [
      'endpoint measure=p95 name="GET /cart" direction=above threshold=0.5',
      { kind: 'endpoint', measure: 'p95', name: 'GET /cart', direction: 'above', threshold: 0.5 },
    ],
    ['drops of=spike_cap,hourly_cap', { kind: 'drops', of: ['spike_cap', 'hourly_cap'] }],
    [
      'log_rate query.levels=error query.text="a \\"quoted\\" text" query.attributes.plan=1',
      { kind: 'log_rate', query: { levels: ['error'], text: 'a "quoted" text', attributes: { plan: '1' } } },
    ],
    ['metric name=404 threshold=-1', { kind: 'metric', name: '404', threshold: -1 }],
  ])('%s is read and shown alike', (line, condition) => {
    expect(parseCondition(line)).toEqual(condition);
    expect(conditionText(condition)).toBe(line);
  });

  test.each(['', 'above=1', 'issue_rate above', 'issue_rate =1'])('%j is wrong usage', (line) => {
    expect(() => parseCondition(line)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
