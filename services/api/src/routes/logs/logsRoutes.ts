import { parseLevel, timeOfId } from '@sluice/contract';
import { listLogs, readLog, type LogFilter, type StoredLog } from '@sluice/db';
import {
  type ListQuery,
  type Route,
  anyValue,
  defineRoute,
  described,
  id,
  listResponse,
  listQuery,
  logLevel,
  mapOf,
  named,
  notFound,
  nullable,
  object,
  pageReply,
  readPage,
  text,
  time,
} from '@sluice/management';

const LIST = 'logs';

const logFields = {
  id: described(id, 'The event id.'),
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  level: described(text(), 'One of the levels that `GET /logs` accepts; as sent where the client used another word.'),
  message: text(),
  environment: nullable(text()),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  traceId: nullable(id),
  spanId: nullable(id),
  replayId: nullable(id),
  tags: mapOf(anyValue),
};

const logToWire = (log: StoredLog) => ({
  id: log.id,
  timestamp: log.timestamp.toISOString(),
  receivedAt: new Date(timeOfId(log.id)).toISOString(),
  level: log.level,
  message: log.message,
  environment: log.environment,
  release: log.release,
  user: log.userKey,
  traceId: log.traceId,
  spanId: log.spanId,
  replayId: log.replayId,
  tags: log.tags ?? {},
});

const list = defineRoute<ListQuery & Omit<LogFilter, 'environment' | 'release'>, unknown, unknown>({
  method: 'get',
  path: '/logs',
  tag: 'Logs',
  summary: 'Search logs',
  description:
    'In order of arrival, newest first. The filter by trace uses an index; a search scans up to 20,000 logs per page and returns how far it got in `scannedTo`.',
  permission: 'project:read',
  query: listQuery({
    level: logLevel,
    query: described(text(200), 'Part of the message, ignoring case.'),
    user: described(text(512), 'Key of the project user.'),
    trace: described(text(128), 'Only rows of this trace.'),
    replay: described(text(128), 'Only rows of this replay.'),
  }),
  ids: { trace: 'trace', replay: 'replay' },
  response: listResponse(named('Log', object(logFields))),
  handle: async ({ query }, context) => {
    const { level = '', query: search, user, trace, replay, environment, release } = query;
    const filter = { level: parseLevel(level), query: search, user, trace, replay, environment, release };
    const page = await listLogs(context.db, context.project.id, readPage(query, LIST, context), filter);
    return pageReply(page, LIST, context, logToWire);
  },
});

const read = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/logs/{id}',
  tag: 'Logs',
  summary: 'Read a log',
  permission: 'project:read',
  params: { id: 'The event id.' },
  ids: { id: 'log' },
  response: named('LogDetail', object({ ...logFields, attributes: mapOf(anyValue), contexts: mapOf(anyValue) })),
  handle: async ({ params }, { db, project }) => {
    const log = await readLog(db, project.id, params['id'] ?? '');
    if (log === undefined) throw notFound('log');
    return { body: { ...logToWire(log), attributes: log.attributes ?? {}, contexts: log.contexts ?? {} } };
  },
});

/** Operations on logs. */
export const logsRoutes: readonly Route[] = [list, read];
