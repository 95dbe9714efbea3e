import { describe, expect, test } from '@jest/globals';
import { VERDICTS, type RefusedEvent } from '@sluice/contract';
import type { ProjectCaps } from '@sluice/redis';
import { newProject } from '../testing/gatewayHarness.js';
import { explainRefusals, needsCaps, type RefusalFacts } from './explainRefusals.js';

const nowMs = Date.UTC(2025, 0, 21, 23, 50);
const hour = Math.floor(nowMs / 3_600_000);
const END_OF_HOUR = '2025-01-22T00:00:00.000Z';
const END_OF_MONTH = '2025-02-01T00:00:00.000Z';
const caps = { types: { log: { accepted: 1_300, previous: [700, 600], spikeCap: 1_300 } } } as unknown as ProjectCaps;

describe('refused events', () => {
  test('have index, type, outcome, reason and problem; processed and ignored events are omitted', () => {
    expect(explain('ls-ul', 'pd-bk')).toEqual([
      { index: 1, type: 'span', outcome: 'invalid', reason: 'payload', field: 'payload.uuid', message: 'is required' },
      { index: 3, type: 'unknown', outcome: 'invalid', reason: 'type', message: 'is not valid' },
      {
        index: 4,
        type: 'log',
        outcome: 'filtered',
        reason: 'crawler',
        message: 'The User-Agent is a known crawler (setting filters.crawlers).',
      },
    ]);
  });

  test.each([
    ['s', 'caps log events at 1300 in this hour', 1_300, END_OF_HOUR],
    ['t', 'eventsPerHour', 5, END_OF_HOUR],
    ['v', 'bytesPerHour', 900, END_OF_HOUR],
    ['u', 'monthly.logs', undefined, END_OF_MONTH],
    ['r', 'The queues are behind', undefined, '2025-01-21T23:50:30.000Z'],
  ])('above a limit (%s) have the limit, its reason and its end', (code, message, limit, until) => {
    const [entry] = explain('l', code);
    expect(entry?.message).toContain(message);
    expect(entry?.message).toContain(until);
    expect([entry?.limit, entry?.until]).toEqual([limit, until]);
  });

  test('above the spike cap name the two hours it is computed from, if they are known', () => {
    expect(explain('l', 's')[0]?.message).toContain('(700 + 600)');
    const [unknown] = explain('l', 's', { caps: undefined });
    expect(unknown?.message).toContain('the previous two hours, at least 1,000');
    expect(unknown).not.toHaveProperty('limit');
  });

  test('are at most 20, with a message for every verdict', () => {
    expect(explain('l'.repeat(30), 'k'.repeat(30))).toHaveLength(20);
    for (const code of Object.keys(VERDICTS)) {
      for (const { message } of explain('l', code)) expect(message).toMatch(/\w{2}/);
    }
  });

  test('need the caps only if one of the first 20 met spike protection', () => {
    expect(needsCaps('pps')).toBe(true);
    expect(needsCaps('ptk')).toBe(false);
    expect(needsCaps(`${'t'.repeat(20)}s`)).toBe(false);
    expect(needsCaps(`${'p'.repeat(20)}s`)).toBe(true);
  });
});

function explain(types: string, verdicts: string, changes: Partial<RefusalFacts> = {}): readonly RefusedEvent[] {
  return explainRefusals({
    types,
    verdicts,
    hour,
    nowMs,
    backlogSeconds: 30,
    project: newProject({ eventsPerHour: 5, bytesPerHour: 900 }),
    issues: new Map([[1, { field: 'payload.uuid', message: 'is required' }]]),
    caps,
    ...changes,
  });
}
