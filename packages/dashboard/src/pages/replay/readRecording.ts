import { isObject } from '../../lib/isObject';

/** Something that happened while a session was recorded. Times are milliseconds since the start of the recording. */
export interface Mark {
  readonly kind: 'exception' | 'request' | 'click' | 'navigation' | 'log' | 'custom';
  readonly at: number;
  readonly text: string;
  readonly isBad: boolean;
  /** A page of the project, as `Link` takes it. */
  readonly to?: string;
}

/** An event of a recording, as far as it is read here. */
export interface Recorded {
  readonly type: number;
  readonly timestamp: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Returns the events of a segment that can be played; what a client sent otherwise is left out. */
export const readEvents = (events: unknown): readonly Recorded[] =>
  Array.isArray(events)
    ? (events as readonly unknown[]).filter(
        (event): event is Recorded =>
          isObject(event) &&
          typeof event['type'] === 'number' &&
          typeof event['timestamp'] === 'number' &&
          Number.isFinite(event['timestamp']) &&
          isObject(event['data']),
      )
    : [];

/** Returns all events in the order of time; those of the same time as they are, which is in the order of segments. */
export const inOrder = (events: readonly Recorded[]): readonly Recorded[] =>
  [...events].sort((a, b) => a.timestamp - b.timestamp);

/** Numbers of rrweb. */
const [FULL_SNAPSHOT, INCREMENTAL, META, CUSTOM] = [2, 3, 4, 5];
const MOUSE_INTERACTION = 2;
const CLICK = 2;

/**
 * Returns the events from the first snapshot of the page on, with the address and size that precede it: what came before would be
 * played on a blank page. A recording without a snapshot is returned as it is.
 */
export function fromSnapshot(events: readonly Recorded[]): readonly Recorded[] {
  const snapshot = events.findIndex(({ type }) => type === FULL_SNAPSHOT);
  const meta = events.slice(0, Math.max(0, snapshot)).findLast(({ type }) => type === META);
  return snapshot <= 0 ? events : [...(meta === undefined ? [] : [meta]), ...events.slice(snapshot)];
}

/** Why a recording cannot be played; `undefined` if it can. All events but snapshots are changes of the page before them. */
export function problemOf(events: readonly Recorded[]): string | undefined {
  if (!events.some(({ type }) => type === FULL_SNAPSHOT)) {
    return 'There is nothing to play: the recording has no snapshot of the page to start from. The segment with it did not arrive.';
  }
  return events.length >= 2 ? undefined : 'There is nothing to play: nothing happened after the first snapshot.';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a custom event says: its tag, or what an SDK of Sentry noted; `undefined` for the options of that SDK. */
function customText({ tag, payload }: Recorded['data']): string | undefined {
  if (!isObject(payload)) return textOf(tag);
  if (tag === 'options') return undefined;
  if (tag === 'breadcrumb') return joined(payload['category'], payload['message']) || tag;
  if (tag === 'performanceSpan') return joined(payload['op'], payload['description']) || tag;
  return textOf(tag);
}

/** Both texts, or the one that there is; equal ones once. */
const joined = (...texts: readonly unknown[]): string => [...new Set(texts.map(textOf))].join(' ').trim();

const isClick = ({ type, data }: Recorded): boolean =>
  type === INCREMENTAL && data['source'] === MOUSE_INTERACTION && data['type'] === CLICK;

/** Returns the breadcrumb that a Sentry SDK adds for a click, besides the click itself; `undefined` for other events. */
function clickNote({ type, data: { tag, payload } }: Recorded): Recorded['data'] | undefined {
  const isNote = type === CUSTOM && tag === 'breadcrumb' && isObject(payload) && payload['category'] === 'ui.click';
  return isNote ? payload : undefined;
}

/** Longest time between a click and its note, in milliseconds: two handlers of one event of the browser write them. */
const NOTE_MS = 1_000;

/** Returns the clicks that have a note, which names what was clicked: of each note, the nearest click on the same element. */
function notedClicks(events: readonly Recorded[]): ReadonlySet<Recorded> {
  const clicks = new Map<unknown, Recorded[]>();
  for (const event of events.filter(isClick)) {
    const { id } = event.data;
    const others = clicks.get(id);
    if (others === undefined) clicks.set(id, [event]);
    else others.push(event);
  }
  const noted = new Set<Recorded>();
  for (const note of events) {
    const data = clickNote(note)?.['data'];
    const distance = ({ timestamp }: Recorded): number => Math.abs(timestamp - note.timestamp);
    const [nearest] = (isObject(data) ? (clicks.get(data['nodeId']) ?? []) : [])
      .filter((click) => !noted.has(click) && distance(click) <= NOTE_MS)
      .sort((a, b) => distance(a) - distance(b));
    if (nearest !== undefined) noted.add(nearest);
  }
  return noted;
}

function markOf(event: Recorded, startMs: number): Mark | undefined {
  const { type, timestamp, data } = event;
  const at = timestamp - startMs;
  if (type === META) return { kind: 'navigation', at, text: textOf(data['href']), isBad: false };
  if (type === CUSTOM) {
    const clicked = textOf(clickNote(event)?.['message']);
    if (clicked !== '') return { kind: 'click', at, text: clicked, isBad: false };
    const text = customText(data);
    return text === undefined ? undefined : { kind: 'custom', at, text, isBad: false };
  }
  if (isClick(event)) {
    return {
      kind: 'click',
      at,
      text: `Click at ${Number(data['x']).toFixed(0)}, ${Number(data['y']).toFixed(0)}`,
      isBad: false,
    };
  }
  return undefined;
}

/**
 * Returns clicks, navigations and custom events of a recording. A page that is entered again at once counts once, and so does a click
 * that an SDK also notes.
 */
export function readMarks(events: readonly Recorded[], startMs: number): readonly Mark[] {
  let page: string | undefined;
  const noted = notedClicks(events);
  return events.flatMap((event) => {
    const mark = noted.has(event) ? undefined : markOf(event, startMs);
    if (mark === undefined || (mark.kind === 'navigation' && mark.text === page)) return [];
    if (mark.kind === 'navigation') page = mark.text;
    return [mark];
  });
}

/** Places of a timeline: one mark is drawn at each, however many a recording has. */
const PLACES = 200;

/** Returns the marks to draw on a timeline: of those that would cover each other one, an exception or failure before others. */
export function spreadMarks(marks: readonly Mark[], totalMs: number): readonly Mark[] {
  const places = new Map<number, Mark>();
  for (const mark of marks) {
    if (mark.at < 0 || mark.at > totalMs) continue;
    const place = totalMs === 0 ? 0 : Math.round((mark.at / totalMs) * PLACES);
    const drawn = places.get(place);
    if (drawn === undefined || (mark.isBad && !drawn.isBad)) places.set(place, mark);
  }
  return [...places.values()];
}
