import { listLogs, readLog } from './sql/listLogs.js';
import { readSurroundingLogs } from './sql/readSurroundingLogs.js';
import {
  type ListQuery,
  type Route,
  anyValue,
  defineRoute,
  described,
  integer,
  listOf,
  listResponse,
  listQuery,
  mapOf,
  named,
  notFound,
  object,
  oneOf,
  optionalFields,
  pageReply,
  readPage,
} from '@sluice/management';
import { histogramRoute } from './histogramRoute.js';
import { LOG_IDS, logFilter, logQueryFields, type LogQuery } from './logQuery.js';
import { logFields, logSchema, logToWire } from './logWire.js';
import { tailRoute } from './tailRoute.js';

const LIST = 'logs';

const list = defineRoute<ListQuery & LogQuery, unknown, unknown>({
  method: 'get',
  path: '/logs',
  tag: 'Logs',
  summary: 'Search logs',
  description:
    'In order of arrival, newest first. The filter by trace uses an index; a search scans up to 20,000 logs per page and returns how far it got in `scannedTo`.',
  permission: 'project:read',
  query: listQuery(logQueryFields),
  ids: LOG_IDS,
  response: listResponse(logSchema),
  handle: async ({ query }, context) => {
    const page = await listLogs(context.db, context.project.id, readPage(query, LIST, context), logFilter(query));
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
  response: named('LogDetail', object({ ...logFields, contexts: mapOf(anyValue) })),
  handle: async ({ params }, { db, project }) => {
    const log = await readLog(db, project.id, params['id'] ?? '');
    if (log === undefined) throw notFound('log');
    return { body: { ...logToWire(log), contexts: log.contexts ?? {} } };
  },
});

const surroundings = defineRoute<
  { readonly within: 'trace' | 'environment'; readonly limit: number },
  unknown,
  unknown
>({
  method: 'get',
  path: '/logs/{id}/surroundings',
  tag: 'Logs',
  summary: 'Read the logs around a log',
  description:
    'In order of arrival, of the same environment or the same trace. Of an environment, at most 20,000 logs are scanned on each side.',
  permission: 'project:read',
  params: { id: 'The event id.' },
  ids: { id: 'log' },
  query: optionalFields({
    within: {
      ...oneOf('environment', 'trace'),
      default: 'environment',
      description: 'What the logs have in common. A log without a trace has no others of its trace.',
    },
    limit: { ...integer(1, 100), default: 20, description: 'Logs on each side.' },
  }),
  response: named(
    'SurroundingLogs',
    object({
      before: described(listOf(logSchema), 'Arrived before it, oldest first.'),
      log: logSchema,
      after: described(listOf(logSchema), 'Arrived after it, oldest first.'),
    }),
  ),
  handle: async ({ params, query }, { db, project }) => {
    const found = await readSurroundingLogs(db, project.id, { id: params['id'] ?? '', ...query });
    if (found === undefined) throw notFound('log');
    const { before, log, after } = found;
    return { body: { before: before.map(logToWire), log: logToWire(log), after: after.map(logToWire) } };
  },
});

/** Operations on logs. */
export const logsRoutes: readonly Route[] = [list, read, surroundings, histogramRoute, tailRoute];
