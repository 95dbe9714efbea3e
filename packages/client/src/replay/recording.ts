import type { Client } from '../core/client.js';
import { createEventMasker } from './mask/maskEvent.js';
import { blockSelector, type PrivacyOptions } from './mask/privacyRules.js';
import { watchPageLifecycle } from './watchPageLifecycle.js';
import { createEventBuffer, type EventBuffer } from './eventBuffer.js';
import { createMaskAndMeasure } from './maskAndMeasure.js';
import { INCREMENTAL, META, type IncrementalData, type RecordedEvent, type Recorder } from './recorded.js';
import type { Sessions } from './session.js';

export interface RecordingOptions extends PrivacyOptions {
  /** Milliseconds after which recorded events are sent; default 5,000. */
  readonly segmentMs: number;
}

/** A recording of a page. */
export interface Recording {
  /** Sends held events after the event being created; the visit is sent from now on. */
  promote(): void;
  stop(): void;
}

export interface RecordingHost {
  readonly client: Client;
  readonly sessions: Sessions;
  readonly options: RecordingOptions;
}

const SAMPLING = { mousemove: 100, scroll: 150, media: 800, input: 'last' };

/** User activity: mouse, interactions, scrolling, input, touch, dragging. */
const ACTIVITY = [1, 2, 3, 5, 6, 12];
const isActivity = ({ type, data }: RecordedEvent): boolean =>
  type === INCREMENTAL && ACTIVITY.includes((data as IncrementalData).source);

/** Milliseconds between snapshots. Held events begin with one, and a gap lasts until the next. */
const checkoutMs = (kind: string): number => (kind === 'error' ? 30_000 : 300_000);

/**
 * The recorder's wrappers also pass errors of the page here, such as that of an invalid CSS rule, which must reach the page.
 * @returns whether the error is the recorder's own and is swallowed
 */
const isRecordersOwn = (error: unknown): boolean =>
  !Object.prototype.toString.call(error).includes('DOMException') && !/argument/i.test(String(error));

/** Starts recording. Events are cleansed before anything else sees them. @throws SyntaxError if the selector `block` is invalid */
export function startRecordingWith(record: Recorder, { client, sessions, options }: RecordingHost): Recording {
  const { guard } = client;
  const keeping = createEventBuffer(client, sessions, options.segmentMs);
  const measure = createMaskAndMeasure(
    client.dropped,
    createEventMasker(options, (id) => record.mirror.getNode(id)),
  );
  const recorder: { isOver: boolean; stop?: (() => void) | undefined } = { isOver: false };
  let snapshot: ReturnType<typeof setTimeout> | undefined;

  const checkout = (): void => {
    snapshot ??= setTimeout(() => {
      snapshot = undefined;
      if (!recorder.isOver) guard(() => record.takeFullSnapshot(true));
    }, 0);
  };
  const stop = (): void => {
    recorder.isOver = true;
    clearTimeout(snapshot);
    guard(() => recorder.stop?.());
    stopHearing();
  };
  const take = createTaking({ sessions, keeping, measure, checkout, stop });
  const restored = (): void => {
    keeping.flush();
    sessions.open();
    take.begin();
  };
  const stopHearing = watchPageLifecycle({ client, sessions, keeping, restored });
  recorder.stop = record({
    emit: (event) => (recorder.isOver ? undefined : guard(() => take.event(event))),
    blockSelector: blockSelector(options),
    slimDOMOptions: 'all',
    sampling: SAMPLING,
    errorHandler: isRecordersOwn,
  });
  // The first snapshot may already have been too large.
  if (recorder.isOver) guard(() => recorder.stop?.());
  return { stop, promote: () => keeping.promote() };
}

interface TakingHost {
  readonly sessions: Sessions;
  readonly keeping: EventBuffer;
  readonly measure: ReturnType<typeof createMaskAndMeasure>;
  /** A snapshot comes soon. */
  readonly checkout: () => void;
  readonly stop: () => void;
}

/** Handles an event; events before the first snapshot of a visit are ignored. */
function createTaking({ sessions, keeping, measure, checkout, stop }: TakingHost) {
  let [isWaiting, snapshotAt] = [true, 0];
  /** A new visit: begins with a snapshot, unless it is not recorded. */
  const begin = (): void => {
    keeping.forget();
    isWaiting = true;
    if (sessions.current().kind === 'none') stop();
    else checkout();
  };
  const renew = (): void => {
    keeping.flush();
    sessions.renew();
    begin();
  };
  const end = (): void => {
    keeping.flush();
    sessions.change('none');
    stop();
  };
  const event = (one: RecordedEvent): void => {
    const { timestamp: at, type } = one;
    if (sessions.isOver(at)) return isActivity(one) ? renew() : undefined;
    if (isActivity(one)) sessions.touch(at);
    if (type === META) [isWaiting, snapshotAt] = [false, at];
    if (isWaiting) return undefined;
    const bytes = measure(one);
    if (bytes === undefined) return end();
    if (bytes === 0) return undefined;
    const isTooMuch = keeping.add({ event: one, bytes });
    const isOld = type === INCREMENTAL && at - snapshotAt >= checkoutMs(sessions.current().kind);
    if (isOld) snapshotAt = at;
    return isTooMuch || isOld ? checkout() : undefined;
  };
  return { begin, event };
}
