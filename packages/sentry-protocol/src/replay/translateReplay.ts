import { formatTimestamp, isObject, type UnknownObject } from '@sluice/contract';
import { eventContexts } from '../event/eventContexts.js';
import type { EventFacts } from '../event/eventFacts.js';
import { readTags } from '../event/readTags.js';
import { NO_TIME, type SluiceEvent } from '../sluiceEvent.js';
import type { RecordedEvents } from '../translation.js';
import { putContext } from '../values/contexts.js';
import { textOf } from '../values/read.js';
import { readIso, readTime } from '../values/times.js';

/**
 * Returns a segment of a replay: the recorded events as they are, with the times of the first and the last one, and the page, user
 * and trace of the event that describes it.
 */
export function translateReplay(event: UnknownObject, recorded: RecordedEvents, facts: EventFacts): SluiceEvent {
  const { replay_id: given, segment_id: segment, urls, trace_ids: traces } = event;
  const replayId = textOf(given) ?? facts.id;
  const contexts = eventContexts(event, facts);
  putContext(contexts, 'replay.id', replayId);
  if (!Object.hasOwn(contexts, 'url')) putContext(contexts, 'url', firstText(urls));
  if (!Object.hasOwn(contexts, 'trace.id')) putContext(contexts, 'trace.id', firstText(traces));
  const payload: Record<string, unknown> = { replayId };
  if (Number.isSafeInteger(segment)) payload['segment'] = segment;
  const startTime = timeOf(recorded.first) ?? readIso(event['replay_start_timestamp']);
  if (startTime !== undefined) payload['startTime'] = startTime;
  const endTime = timeOf(recorded.last) ?? readIso(event['timestamp']);
  if (endTime !== undefined) payload['endTime'] = endTime;
  payload['events'] = recorded.list;
  return {
    type: 'replay',
    timestamp: readIso(event['timestamp']) ?? NO_TIME,
    ...readTags(event['tags']),
    contexts,
    payload,
  };
}

const firstText = (list: unknown): string | undefined => (Array.isArray(list) ? textOf(list[0]) : undefined);

/** Times of a recording above this are milliseconds, as those of rrweb are; those of Sentry's own events are seconds. */
const MAX_SECONDS = 9_999_999_999;

function timeOf(recorded: unknown): string | undefined {
  const time = isObject(recorded) ? recorded['timestamp'] : undefined;
  if (typeof time !== 'number') return undefined;
  const ms = readTime(time > MAX_SECONDS ? time / 1_000 : time);
  return ms === undefined ? undefined : formatTimestamp(ms);
}
