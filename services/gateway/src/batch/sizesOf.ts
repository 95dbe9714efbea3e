import type { PreparedEvent } from '../admission/admitEvents.js';

/** Bytes of each event as it is queued, thus inflated, trimmed and scrubbed; 0 where the event is not queued. */
export const eventSizes = (prepared: readonly (PreparedEvent | undefined)[]): number[] =>
  prepared.map((event) => event?.json.length ?? 0);
