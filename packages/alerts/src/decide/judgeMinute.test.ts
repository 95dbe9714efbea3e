import { describe, expect, test } from '@jest/globals';
import type { EndpointCondition, LogRateCondition } from '@sluice/contract';
import type { ConditionOf, SeriesCondition } from '../conditions/conditions.js';
import { addValues, type Sketch } from '@sluice/sketch';
import { EMPTY_WINDOW, type WindowCounts } from '../conditions/condition.js';
import { judgeMinute, type MinuteFacts } from './judgeMinute.js';

const BOUNDS = { direction: 'above', threshold: 10, windowMinutes: 5, forMinutes: 0 } as const;
const LOGS: LogRateCondition = { kind: 'log_rate', query: {}, ...BOUNDS };
const SLOW: EndpointCondition = { kind: 'endpoint', measure: 'p95', name: 'GET /', ...BOUNDS };
const FAILED: EndpointCondition = { ...SLOW, measure: 'error_rate' };
const METRIC: ConditionOf<'metric'> = { kind: 'metric', name: 'size', statistic: 'avg', ...BOUNDS };
const BELOW = { direction: 'below' } as const;

const END = Date.UTC(2026, 10, 20, 12, 30);
const FACTS: MinuteFacts = { endMs: END, settledMs: END, countedSinceMs: 0 };
const UNSETTLED = { settledMs: END - 1 };
const UNCOUNTED = { countedSinceMs: END - 5 * 60_000 + 1 };

const sketch: Sketch = new Map();
addValues(
  sketch,
  Array.from({ length: 101 }, (_, value) => value),
);
const VALUES = { count: 101, sum: 5_050, min: 0, max: 100, sketch };

describe('a minute', () => {
  test.each<[string, SeriesCondition, Partial<WindowCounts>, [value: number | null, verdict: boolean | undefined]]>([
    ['more logs than the threshold', LOGS, { count: 11 }, [11, true]],
    ['as many logs as the threshold', LOGS, { count: 10 }, [10, false]],
    ['no logs are 0 logs', LOGS, {}, [0, false]],
    ['no logs are fewer than the threshold', { ...LOGS, ...BELOW }, {}, [0, true]],
    ['a 95th percentile above: more than 5 % are slower', SLOW, { count: 100, over: 6 }, [6, true]],
    ['a 95th percentile at the threshold: 5 % are slower', SLOW, { count: 100, over: 5 }, [5, false]],
    ['a 95th percentile below', { ...SLOW, ...BELOW }, { count: 100, over: 4 }, [4, true]],
    ['an error rate above', FAILED, { count: 40, over: 5 }, [12.5, true]],
    ['no requests are not above', FAILED, {}, [null, false]],
    ['no requests are no verdict of below', { ...FAILED, ...BELOW }, {}, [null, undefined]],
    ['an average', METRIC, VALUES, [50, true]],
    ['a sum', { ...METRIC, statistic: 'sum' }, VALUES, [5_050, true]],
    ['a count', { ...METRIC, statistic: 'count' }, VALUES, [101, true]],
    ['a minimum', { ...METRIC, statistic: 'min' }, VALUES, [0, false]],
    ['a minimum below', { ...METRIC, ...BELOW, statistic: 'min' }, VALUES, [0, true]],
    ['a maximum', { ...METRIC, statistic: 'max' }, VALUES, [100, true]],
    ['no values are not above', METRIC, {}, [null, false]],
    ['no values are no verdict of below', { ...METRIC, ...BELOW, statistic: 'count' }, {}, [null, undefined]],
  ])('%s', (_name, condition, counts, [value, verdict]) => {
    expect(judge(condition, counts)).toEqual({ value, verdict });
  });

  test.each([
    ['p50', 50],
    ['p95', 95],
    ['p99', 99],
  ] as const)('%s is of the merged sketches, within 1 %%', (statistic, expected) => {
    const judged = judge({ ...METRIC, statistic }, VALUES);
    expect(judged).toMatchObject({ verdict: true });
    const value = judged === 'wait' ? null : judged.value;
    expect(Math.abs((value ?? 0) - expected)).toBeLessThan(expected * 0.011);
  });
});

describe('a minute whose events may still arrive', () => {
  test.each<[string, SeriesCondition, Partial<WindowCounts>]>([
    ['a count that is above', LOGS, { count: 11 }],
    ['a share that is above', FAILED, { count: 40, over: 5 }],
    ['a maximum that is above', { ...METRIC, statistic: 'max' }, VALUES],
  ])('is decided by %s', (_name, condition, counts) => {
    expect(judge(condition, counts, UNSETTLED)).toMatchObject({ verdict: true });
  });

  test.each<[string, SeriesCondition, Partial<WindowCounts>]>([
    ['a count that is not above yet', LOGS, { count: 10 }],
    ['a count that is below', { ...LOGS, ...BELOW }, { count: 3 }],
    ['an average that is above', METRIC, VALUES],
    ['no data', FAILED, {}],
  ])('waits with %s', (_name, condition, counts) => {
    expect(judge(condition, counts, UNSETTLED)).toBe('wait');
  });
});

describe('a window with minutes that were not counted yet', () => {
  test.each<[string, SeriesCondition, Partial<WindowCounts>, boolean | undefined]>([
    ['holds what is above already', LOGS, { count: 11 }, true],
    ['is not below', { ...LOGS, ...BELOW }, {}, undefined],
    ['is no recovery', LOGS, { count: 3 }, undefined],
    ['does not matter to metrics, which are always counted', METRIC, {}, false],
  ])('%s', (_name, condition, counts, verdict) => {
    expect(judge(condition, counts, UNCOUNTED)).toMatchObject({ verdict });
  });

  test('a window of counted minutes only is judged', () => {
    expect(judge({ ...LOGS, ...BELOW }, {}, { countedSinceMs: END - 5 * 60_000 })).toMatchObject({ verdict: true });
  });
});

function judge(condition: SeriesCondition, counts: Partial<WindowCounts>, facts: Partial<MinuteFacts> = {}) {
  return judgeMinute(condition, { ...EMPTY_WINDOW, ...counts }, { ...FACTS, ...facts });
}
