import { countInteractions, createInteractions, type EventTiming } from './createInteractions.js';
import { createShifts, type LayoutShift } from './createShifts.js';
import type { Measured, Report } from './measured.js';
import { observe } from './observe.js';
import type { Behavior, LaterPage, VitalsHost } from './vitalsChunk.js';

/** Minimum duration of observed events in milliseconds. */
const SHORTEST_MS = 40;
/** Milliseconds after a navigation and a frame until the browser has delivered earlier entries. */
const LATE_MS = 1_000;

/** A measured page view, or the whole visit. */
interface View extends Partial<LaterPage> {
  readonly since: number;
  readonly shifts: ReturnType<typeof createShifts>;
  readonly interactions: ReturnType<typeof createInteractions>;
  /** Absent if the caller reports. */
  readonly report?: Report;
}

/**
 * Measures interactions and layout shifts of the whole visit and of each navigation within it. An interaction belongs to the
 * page on which it began. A finished page is reported after the browser delivered the interaction that ended it. A page
 * restored from the back/forward cache begins a new visit.
 */
export function watchBehavior(host: VitalsHost): Behavior {
  const { client } = host;
  let visit: View = { since: 0, ...createVitals(0) };
  let pages: View[] = [];
  const viewsAt = (time: number): View[] => [visit, ...pages.filter(({ since }) => since <= time).slice(-1)];
  const interacted = (entry: EventTiming): void =>
    viewsAt(entry.startTime).forEach(({ interactions }) => interactions.take(entry));
  const shifted = observe(client, { type: 'layout-shift' }, (entry: LayoutShift) =>
    viewsAt(entry.startTime).forEach(({ shifts }) => shifts.take(entry)),
  );
  const observed = [
    shifted,
    observe(
      client,
      { type: 'event', durationThreshold: 'interactionCount' in performance ? SHORTEST_MS : 0 },
      interacted,
    ),
    observe(client, { type: 'first-input' }, interacted),
  ];
  const read = ({ shifts, interactions }: View): Measured => ({
    cls: shifted && shifts.read(),
    inp: interactions.read(),
    ...shifts.data(),
    ...interactions.data(),
  });
  const report = (which: readonly View[]): void => {
    for (const one of observed) one?.catchUp();
    for (const view of which) view.report?.(read(view));
    pages = pages.slice(-1);
  };
  const viewOf = (later: LaterPage, prefix: string): View => ({
    ...later,
    report: host.createReport(later.page, prefix),
    ...createVitals(countInteractions()),
  });
  host.begin = (page) => {
    pages.push(viewOf(page, 'web_vital.navigation.'));
    requestAnimationFrame(() => setTimeout(() => client.guard(() => report(pages.slice(0, -1))), LATE_MS));
  };
  host.begun.forEach(host.begin);
  const show = ({ persisted }: PageTransitionEvent): void => {
    // The page that was just started for it.
    const last = pages.at(-1) as LaterPage | undefined;
    if (persisted && last) [visit, pages] = [viewOf(last, 'web_vital.'), []];
  };
  addEventListener('pageshow', show);
  return {
    read: () => {
      report([...pages, visit]);
      return visit.report ? {} : read(visit);
    },
    stop: () => {
      removeEventListener('pageshow', show);
      observed.forEach((one) => one?.stop());
    },
  };
}

const createVitals = (before: number): Pick<View, 'shifts' | 'interactions'> => ({
  shifts: createShifts(),
  interactions: createInteractions(before),
});
