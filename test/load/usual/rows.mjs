// An event as the reference stores it: the columns of Sluice's event tables, filled from the sent event.
import { createHash } from 'node:crypto';

const json = (value) => (value === undefined ? null : JSON.stringify(value));
const hashOf = ({ type, message, frames }) =>
  createHash('md5').update(`${type}|${message}|${frames?.[0]?.function}`).digest('hex');

const OWN = {
  exception: (payload) => ({
    level: 'error',
    type: payload.type,
    message: payload.message,
    handled: payload.handled,
    hash: hashOf(payload),
    payload: json(payload),
  }),
  log: ({ level, message, attributes }) => ({ level, message, attributes: json(attributes) }),
  span: (payload) => ({
    trace_id: payload.traceId,
    span_uuid: payload.uuid,
    parent_id: payload.parentId,
    name: payload.name,
    op: payload.op,
    status: payload.status,
    start_time: payload.startTime,
    end_time: payload.endTime,
    duration: payload.duration,
    metrics: json(payload.metrics),
  }),
  hit: ({ kind, url, title, sessionId }) => ({ kind, url, title, session_id: sessionId }),
  replay: ({ replayId, segment, events }) => ({
    replay_id: replayId,
    segment,
    events: json(events),
    event_count: events.length,
  }),
};

const TABLES = { exception: 'exceptions', log: 'logs', span: 'spans', hit: 'hits', replay: 'replays' };

/** @returns {{ table: string, columns: Record<string, unknown> }} the row of one event */
export function rowOf({ id, projectId, event }) {
  const { contexts = {} } = event;
  const common = {
    project_id: projectId,
    id,
    timestamp: event.timestamp,
    environment: contexts.environment,
    release: contexts.release,
    user_key: contexts['user.id'],
    trace_id: contexts['trace.id'],
    tags: json(event.tags),
    contexts: json(contexts),
  };
  return { table: TABLES[event.type], columns: { ...common, ...OWN[event.type](event.payload) } };
}
