import { BACKLOG_TYPES, rateLimited, type EventType, type Verdict } from '@sluice/contract';

const BULKY: ReadonlySet<EventType> = new Set(BACKLOG_TYPES);

/** Protocol 8, backlog protection: spans and replays are refused while the queues are behind, before they cost anything. */
export function refuseBacklogged(type: EventType, isBacklogged: boolean): Verdict | undefined {
  return isBacklogged && BULKY.has(type) ? rateLimited('backlog') : undefined;
}
