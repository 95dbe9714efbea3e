import { countInteractions, createInteractions, type EventTiming } from './createInteractions.js';
import { createShifts, type LayoutShift } from './createShifts.js';
import type { Measured, Report } from './measured.js';
import { observe } from './observe.js';
import type { Behavior, LaterPage, VitalsHost } from './vitalsChunk.js';

/** Shorter events are not handed over, milliseconds. */
const SHORTEST_MS = 40;
/** Milliseconds after a navigation and a frame in which the browser hands over what was before. */
const LATE_MS = 1_000;

/** A page whose behavior is measured, or the whole visit. */
interface View {
  readonly since: number;
  readonly shifts: ReturnType<typeof createShifts>;
  readonly interactions: ReturnType<typeof createInteractions>;
  readonly report: Report;
}

/**
 * Measures interactions and layout shifts of the whole visit, and of each page that follows within it. An interaction is of the
 * page on which it began. What is over is reported once the browser has told of the interaction that ended it.
 */
export function watchBehavior(host: VitalsHost): Behavior {
  const { client } = host;
  const visit = createView({ since: 0, report: () => undefined }, 0);
  let pages: View[] = [];
  const viewsAt = (time: number): View[] => [visit, ...pages.filter(({ since }) => since <= time).slice(-1)];
  const interacted = (entry: EventTiming): void =>
    viewsAt(entry.startTime).forEach(({ interactions }) => interactions.take(entry));
  const shifted = observe(client, { type: 'layout-shift' }, (entry: LayoutShift) =>
    viewsAt(entry.startTime).forEach(({ shifts }) => shifts.take(entry)),
  );
  const observed = [
    shifted,
    observe(client, { type: 'event', durationThreshold: SHORTEST_MS }, interacted),
    observe(client, { type: 'first-input' }, interacted),
  ];
  const read = ({ shifts, interactions }: View): Measured => ({
    ...{ cls: shifted && shifts.read(), inp: interactions.read() },
    ...shifts.data(),
    ...interactions.data(),
  });
  const report = (which: readonly View[]): void => {
    for (const one of observed) one?.catchUp();
    for (const view of which) view.report(read(view));
    pages = pages.slice(-1);
  };
  host.begin = (page) => {
    pages.push(createView(page, countInteractions()));
    requestAnimationFrame(() => setTimeout(() => client.guard(() => report(pages.slice(0, -1))), LATE_MS));
  };
  host.begun.forEach(host.begin);
  return {
    read: () => {
      report(pages);
      return read(visit);
    },
    stop: () => observed.forEach((one) => one?.stop()),
  };
}

const createView = ({ since, report }: LaterPage, before: number): View => ({
  ...{ since, report },
  shifts: createShifts(),
  interactions: createInteractions(before),
});
