import type { Random } from './random.js';

/** A segment of a recorded visit. */
export interface SegmentFacts {
  readonly replayId: string;
  /** Zero-based, without gaps unless a segment was lost. */
  readonly segment: number;
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
}

/** Returns the payload of a replay segment: the document at the start of a page, then pointer movements. */
export function replaySegment(chance: Random, { replayId, segment, url, from, to }: SegmentFacts): object {
  const moves = chance.whole(3, 12);
  const step = (to - from) / (moves + 1);
  return {
    replayId,
    segment,
    startTime: new Date(from).toISOString(),
    endTime: new Date(to).toISOString(),
    events: [
      { type: 4, timestamp: from, data: { href: url, width: 1280, height: 720 } },
      { type: 2, timestamp: from, data: { node: DOCUMENT, initialOffset: { top: 0, left: 0 } } },
      ...Array.from({ length: moves }, (_, index) => ({
        type: 3,
        timestamp: Math.round(from + step * (index + 1)),
        data: {
          source: 1,
          positions: [{ x: chance.whole(0, 1280), y: chance.whole(0, 720), id: 2, timeOffset: 0 }],
        },
      })),
    ],
  };
}

const DOCUMENT = {
  type: 0,
  id: 1,
  childNodes: [
    {
      type: 2,
      id: 2,
      tagName: 'html',
      attributes: { lang: 'en' },
      childNodes: [
        {
          type: 2,
          id: 3,
          tagName: 'body',
          attributes: {},
          childNodes: [{ type: 3, id: 4, textContent: 'The demonstration shop' }],
        },
      ],
    },
  ],
};
