import type { Descriptions } from '../description.js';
import { listQuery } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, mapOf, optionalFields, described, listOf } from '../schema/shapes.js';
import { anyValue, oneOf, integer } from '../schema/values.js';
import { logQueryFields, LOG_IDS } from './logQuery.js';
import { logSchema, logFields } from './logSchemas.js';

/** Operations on logs. */
export const logsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/logs',
    tag: 'Logs',
    summary: 'Search logs',
    description:
      'In order of arrival, newest first. The filter by trace uses an index; a search scans up to 20,000 logs per page and returns how far it got in `scannedTo`.',
    permission: 'project:read',
    mayBeStale: true,
    query: listQuery(logQueryFields),
    ids: LOG_IDS,
    response: listResponse(logSchema),
  },
  read: {
    scope: 'project',
    method: 'get',
    path: '/logs/{id}',
    tag: 'Logs',
    summary: 'Read a log',
    permission: 'project:read',
    mayBeStale: true,
    params: { id: 'The event id.' },
    ids: { id: 'log' },
    response: named('LogDetail', object({ ...logFields, contexts: mapOf(anyValue) })),
  },
  readSurroundings: {
    scope: 'project',
    method: 'get',
    path: '/logs/{id}/surroundings',
    tag: 'Logs',
    summary: 'Read the logs around a log',
    description:
      'In order of arrival, of the same environment or the same trace. Of an environment, at most 20,000 logs are scanned on each side.',
    permission: 'project:read',
    mayBeStale: true,
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
  },
} as const satisfies Descriptions;
