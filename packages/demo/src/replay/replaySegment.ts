import type { Random } from '../random.js';
import type { Page } from '../shop/journey.js';
import type { Browser } from '../shop/browsers.js';
import { snapshotOf, type Snapshot } from './html.js';
import { brokenPage, orderProblem, SHOP_CSS, shopPage } from './shopPage.js';

/** A segment of a recorded visit: one page. */
export interface SegmentFacts {
  readonly replayId: string;
  /** Zero-based, without gaps unless a segment was lost. */
  readonly segment: number;
  readonly page: Page;
  readonly url: string;
  readonly browser: Browser;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** When the page or its order failed, and which of both; `undefined` if neither did. */
  readonly failure: { readonly at: number; readonly kind: 'page' | 'order' } | undefined;
}

const INCREMENTAL = 3;
const MUTATION = 0;
const MOVE = 1;
const INTERACTION = 2;
const INPUT = 5;
const CLICK = 2;

/** Typed into the first field of the checkout, masked as the SDK records it. */
const TYPED = '**** *********';

/** Returns the payload of a replay segment: the page, pointer movements, clicks, input, and what a failure changed. */
export function replaySegment(chance: Random, facts: SegmentFacts): object {
  const { replayId, segment, page, url, browser, from, failure } = facts;
  const snapshot = snapshotOf(page.title, SHOP_CSS, shopPage(page));
  const { width, height } = browser;
  const changes = [
    ...movements(chance, facts),
    ...clicks(chance, facts, snapshot),
    ...(page.route === '/checkout' ? typing(facts, snapshot) : []),
    ...(failure === undefined ? [] : [failed(failure, snapshot)]),
  ].toSorted((a, b) => a.timestamp - b.timestamp);
  const events = [
    { type: 4, timestamp: from, data: { href: url, width, height } },
    { type: 2, timestamp: from + 1, data: { node: snapshot.node, initialOffset: { top: 0, left: 0 } } },
    ...changes,
  ];
  // As the SDK does it: a recording is as long as what can be played of it.
  const end = events.at(-1)?.timestamp ?? from;
  return {
    replayId,
    segment,
    startTime: new Date(from).toISOString(),
    endTime: new Date(end).toISOString(),
    events,
  };
}

interface Change {
  readonly type: number;
  readonly timestamp: number;
  readonly data: object;
}

const change = (timestamp: number, data: object): Change => ({
  type: INCREMENTAL,
  timestamp: Math.round(timestamp),
  data,
});

/** The pointer wanders from place to place, with several positions on each way. */
function movements(chance: Random, { browser, from, to }: SegmentFacts): readonly Change[] {
  const stops = chance.whole(3, 6);
  const place = () => ({ x: chance.whole(40, browser.width - 40), y: chance.whole(60, browser.height - 60) });
  let last = place();
  return Array.from({ length: stops }, (_, stop) => {
    const next = place();
    const positions = Array.from({ length: 8 }, (__, step) => ({
      x: Math.round(last.x + ((next.x - last.x) * (step + 1)) / 8),
      y: Math.round(last.y + ((next.y - last.y) * (step + 1)) / 8),
      id: 1,
      timeOffset: (step - 7) * 50,
    }));
    last = next;
    return change(from + ((to - from) * (stop + 1)) / (stops + 1), { source: MOVE, positions });
  });
}

/** A click on the page's main element, shortly before the page is left. */
function clicks(chance: Random, { browser, from, to }: SegmentFacts, { ids }: Snapshot): readonly Change[] {
  const id = ids.get('action');
  if (id === undefined) return [];
  const at = Math.max(from + 500, to - chance.whole(300, 1_200));
  const [x, y] = [Math.round(browser.width * 0.6), Math.round(browser.height * 0.55)];
  return [change(at, { source: INTERACTION, type: CLICK, id, x, y })];
}

function typing({ from, to }: SegmentFacts, { ids }: Snapshot): readonly Change[] {
  const id = ids.get('field');
  return Array.from(TYPED, (_, index) =>
    change(from + 800 + ((to - from - 2_000) * index) / (TYPED.length * 2), {
      source: INPUT,
      text: TYPED.slice(0, index + 1),
      isChecked: false,
      userTriggered: true,
      id,
    }),
  );
}

/** A failed page is replaced by a message; a failed order adds one to the form. */
function failed({ at, kind }: NonNullable<SegmentFacts['failure']>, { ids, serialize }: Snapshot): Change {
  const parentId = ids.get(kind === 'page' ? 'main' : 'form') ?? ids.get('main');
  const node = serialize(kind === 'page' ? brokenPage() : orderProblem());
  const covered = ids.get('action');
  const hidden = kind === 'page' && covered !== undefined ? [{ id: covered, attributes: { disabled: '' } }] : [];
  return change(at, {
    source: MUTATION,
    texts: [],
    attributes: hidden,
    removes: [],
    adds: [{ parentId, nextId: null, node }],
  });
}
