import type { Descriptions } from '../description.js';
import { environmentFields } from '../list/listQuery.js';
import { optionalFields, described, named, object, listOf } from '../schema/shapes.js';
import { text, boolean } from '../schema/values.js';
import { LOG_IDS, logQueryFields } from './logQuery.js';
import { logSchema } from './logSchemas.js';

/** Logs as they are stored. */
export const tailApi = {
  follow: {
    scope: 'project',
    method: 'get',
    path: '/logs/tail',
    tag: 'Logs',
    summary: 'Follow logs as they are stored',
    description:
      'Server-sent events. `logs`: what was stored since the previous event, each log once, at most 500 and 256 KB per event; `truncated` says ' +
      'that some were left out, or that the connection was interrupted for more than ten minutes. `delayed`: a running transaction of the database ' +
      'holds logs back. `position`: there are no new logs. A client that connects again with the id of the last event, as `Last-Event-ID` or `after`, gets every log once, none twice. ' +
      'The stream ends after `API_STREAM_MS`, or when the server stops; connect again. Access is checked every few seconds: `end` has the error of a sender who has none any more.',
    permission: 'project:read',
    ids: LOG_IDS,
    query: optionalFields({
      ...environmentFields,
      ...logQueryFields,
      after: described(
        text(40),
        'Id of the last event, for clients that cannot set `Last-Event-ID`, which takes precedence.',
      ),
    }),
    isEventStream: true,
    response: named(
      'TailedLogs',
      object({
        logs: described(listOf(logSchema), 'Oldest arrival first.'),
        truncated: described(boolean, 'Logs are missing before these.'),
      }),
    ),
  },
} as const satisfies Descriptions;
