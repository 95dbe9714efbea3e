import { logsApi } from '@sluice/api-contract';
import { type Route, notFound, pageReply, readPage, serve } from '@sluice/management';
import { histogramRoute } from './histogramRoute.js';
import { logFilter } from './logQuery.js';
import { logToWire } from './logWire.js';
import { listLogs, readLog } from './sql/listLogs.js';
import { readSurroundingLogs } from './sql/readSurroundingLogs.js';
import { tailRoute } from './tailRoute.js';

const LIST = 'logs';

const list = serve(logsApi.list, async ({ query }, context) => {
  const page = await listLogs(context.db, context.project.id, readPage(query, LIST, context), logFilter(query));
  return pageReply(page, LIST, context, logToWire);
});

const read = serve(logsApi.read, async ({ params }, { db, project }) => {
  const log = await readLog(db, project.id, params.id);
  if (log === undefined) throw notFound('log');
  return { body: { ...logToWire(log), contexts: log.contexts ?? {} } };
});

const readSurroundings = serve(logsApi.readSurroundings, async ({ params, query }, { db, project }) => {
  const found = await readSurroundingLogs(db, project.id, { id: params.id, ...query });
  if (found === undefined) throw notFound('log');
  const { before, log, after } = found;
  return { body: { before: before.map(logToWire), log: logToWire(log), after: after.map(logToWire) } };
});

/** Operations on logs. */
export const logsRoutes: readonly Route[] = [list, read, readSurroundings, histogramRoute, tailRoute];
