import { describe, expect, test } from '@jest/globals';
import {
  countsOf,
  differingDurations,
  metricTotals,
  partOf,
  sortedBy,
  type Events,
  type ExceptionView,
  type LogView,
  type SpanView,
} from './expectation.js';
import { eventCountsIn, type GroupReplay } from './useReplays.js';

/** Declares, for each group, the tests of what came of its requests. */
export function testReplays(groups: readonly string[], replays: Readonly<Record<string, GroupReplay>>): void {
  describe.each(groups)('%s', (group) => {
    const of = (): GroupReplay => replays[group] as GroupReplay;

    test('every request is accepted', () => {
      const { captures, answers } = of();
      const refused = captures.flatMap(({ name }, index) => {
        const { status, text } = answers[index] ?? { status: 0, text: '' };
        return status === 200 ? [] : [{ name, status, text }];
      });
      expect(refused).toEqual([]);
    });

    test('the number of events of each type is that of the requests, in the store and in the stats', () => {
      const { expected, stored, stats } = of();
      const counts = countsOf(expected);
      expect(countsOf(stored)).toEqual(counts);
      // Only data points have another outcome than processed, and what is not taken is not an event.
      const { metrics, refusedPoints } = expected;
      const balanced = Object.entries({ ...counts, metric: metrics.length }).flatMap(([type, count]) => [
        [`${type} received`, type === 'metric' ? count + refusedPoints : count],
        [`${type} processed`, count],
      ]);
      const all = [...balanced, ['metric invalid', refusedPoints] as const].filter(([, count]) => count !== 0);
      expect(eventCountsIn(stats)).toEqual(Object.fromEntries(all));
    });

    test('exceptions have their frames, causes, tags, user and links', () => {
      const { expected, stored } = of();
      const inOrder = sortedExceptions(expected.exceptions);
      expect(like(inOrder, sortedExceptions(stored.exceptions))).toEqual(inOrder);
    });

    test('spans have their ids, parents, names, statuses and unrounded durations', () => {
      const { expected, stored } = of();
      const [asked, found] = [sortedSpans(expected.spans), sortedSpans(stored.spans)];
      expect(found.map(withoutDuration)).toEqual(asked.map(withoutDuration));
      expect(differingDurations(asked, found)).toEqual([]);
    });

    test('logs have their levels, texts, attributes and links', () => {
      const { expected, stored } = of();
      const asked = sortedLogs(expected.logs);
      const found = sortedLogs(stored.logs).map((log, index) => ({
        ...log,
        attributes: partOf(log.attributes, asked[index]?.attributes ?? {}),
      }));
      expect(found).toEqual(asked);
    });

    test('metrics have their count, sum, minimum and maximum, with those of spans', () => {
      const { expected, stored } = of();
      const asked = metricTotals(expected);
      const found = sortedBy(stored.metrics, ({ name }) => name);
      expect(found.map((metric, index) => ({ ...metric, sum: near(metric.sum, asked[index]?.sum) }))).toEqual(asked);
    });

    test('recordings are stored segment by segment', () => {
      const { expected, stored } = of();
      const inOrder = (events: Events) =>
        sortedBy(events.segments, ({ replayId, segment }) => `${replayId} ${String(segment).padStart(6, '0')}`);
      expect(inOrder(stored)).toEqual(inOrder(expected));
    });

    test('the same requests again have the same responses and add nothing', () => {
      const { answers, stored, stats, again } = of();
      expect(again.answers.map(({ status, text }) => [status, text])).toEqual(
        answers.map(({ status, text }) => [status, text]),
      );
      expect(countsOf(again.stored)).toEqual(countsOf(stored));
      expect(again.stored.metrics).toEqual(stored.metrics);
      expect(eventCountsIn(again.stats)).toEqual(eventCountsIn(stats));
    });
  });
}

/** What both sides have: what is expected of a report without an id and a time has neither. */
const idOf = ({ type, message, frames, traceId }: ExceptionView): string =>
  JSON.stringify([type, message, traceId, frames]);

const sortedExceptions = (exceptions: readonly ExceptionView[]): ExceptionView[] => sortedBy(exceptions, idOf);

/** Returns what is stored, with the contexts and facts that the expectations name. */
const like = (asked: readonly ExceptionView[], found: readonly ExceptionView[]): unknown[] =>
  found.map((exception, index) => {
    const { contexts = {}, timestamp, platform } = asked[index] ?? {};
    return {
      ...exception,
      contexts: partOf(exception.contexts, contexts),
      // An empty time stands for the arrival.
      ...(timestamp === '' ? { timestamp } : {}),
      ...(platform === null ? { platform } : {}),
    };
  });

/** Returns the expected sum if the other one differs by its last digits only: the order of addition is not fixed. */
const near = (sum: number, expected = NaN): number =>
  Math.abs(sum - expected) <= 1e-9 * Math.abs(expected) ? expected : sum;

const sortedSpans = (spans: readonly SpanView[]): SpanView[] => sortedBy(spans, ({ uuid }) => uuid);

const withoutDuration = (span: SpanView): unknown => ({ ...span, duration: undefined });

const sortedLogs = (logs: readonly LogView[]): LogView[] =>
  sortedBy(logs, ({ timestamp, message, level }) => `${timestamp} ${message} ${level}`);
