import { describe, expect, test } from '@jest/globals';
import { createTimeline, refusedShares } from './timeline.mjs';

const tally = (processed, refused) => ({ processed, rate_limited: refused });

describe('the timeline of an overload', () => {
  test('counts sent events by type in the bucket of their time of sending', () => {
    const timeline = createTimeline({ types: ['log', 'span'], bucketMs: 1_000 });
    timeline.add({ type: 'log', sentMs: 10, answerMs: 5, events: 20, tally: tally(20, 0) });
    timeline.add({ type: 'span', sentMs: 999, answerMs: 7, events: 20, tally: tally(0, 20) });
    timeline.add({ type: 'span', sentMs: 1_000, answerMs: 9, events: 20, tally: tally(5, 15) });
    const [first, second] = timeline.buckets();
    expect(first.types.log).toMatchObject({ sent: 20, processed: 20, refused: 0, answerP50Ms: 5 });
    expect(first.types.span).toMatchObject({ sent: 20, processed: 0, refused: 20 });
    expect(second).toMatchObject({ at: 1, types: { span: { sent: 20, processed: 5, refused: 15 } } });
    expect(second.types.log.sent).toBe(0);
  });

  test('separates 503 responses and missing responses from refusals', () => {
    const timeline = createTimeline({ types: ['log'], bucketMs: 1_000 });
    timeline.add({ type: 'log', sentMs: 0, answerMs: 1, events: 20, tally: undefined, status: 503 });
    timeline.add({ type: 'log', sentMs: 0, answerMs: 1, events: 20, tally: undefined, status: undefined });
    expect(timeline.buckets()[0].types.log).toMatchObject({ sent: 40, refused: 0, unavailable: 20, lost: 20 });
  });

  test('includes buckets in which nothing was sent', () => {
    const timeline = createTimeline({ types: ['log'], bucketMs: 1_000 });
    timeline.add({ type: 'log', sentMs: 2_500, answerMs: 1, events: 1, tally: tally(1, 0) });
    expect(timeline.buckets().map(({ at }) => at)).toEqual([0, 1, 2]);
  });

  test('computes shares of sent events, and none if nothing was sent', () => {
    const bucket = {
      at: 3,
      types: { log: { sent: 10, refused: 0 }, span: { sent: 40, refused: 30 }, hit: { sent: 0, refused: 0 } },
    };
    expect(refusedShares(bucket)).toEqual({ at: 3, log: 0, span: 75, hit: undefined });
  });
});
