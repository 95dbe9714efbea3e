import { HISTOGRAM_SCAN } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { rangeFields, environmentFields, zoneFields } from '../list/listQuery.js';
import { optionalFields, described, named, object, listOf, mapOf, nullable } from '../schema/shapes.js';
import { integer, text, time, count } from '../schema/values.js';
import { LOG_IDS, logQueryFields } from './logQuery.js';

export const MAX_BARS = 120;

/** The number of logs by level and time. */
export const histogramApi = {
  count: {
    scope: 'project',
    method: 'get',
    path: '/logs/histogram',
    tag: 'Logs',
    summary: 'Count logs by level and time of arrival',
    description:
      `Exact counts of the newest ${HISTOGRAM_SCAN.toLocaleString('en')} logs of the range; \`next\` continues with older ones, and the ` +
      `counts of all pages add up. At most ${MAX_BARS} intervals; \`from\` and \`to\` are widened to whole intervals, and to whole hours from intervals of an hour on.`,
    permission: 'project:read',
    mayBeStale: true,
    ids: LOG_IDS,
    query: optionalFields({
      ...rangeFields,
      ...environmentFields,
      ...logQueryFields,
      ...zoneFields,
      interval: described(integer(60, 604_800), 'Minimum seconds per interval.'),
      cursor: described(text(2_048), 'The `next` of the previous page, sent with the same other parameters.'),
    }),
    response: named(
      'LogHistogram',
      object({
        from: time,
        to: time,
        interval: described(count, 'Seconds per interval.'),
        data: described(
          listOf(object({ time, levels: described(mapOf(count), 'Logs by level.') })),
          'Intervals with logs, in order.',
        ),
        next: described(nullable(text()), 'The `cursor` of the next page; null when the whole range is counted.'),
        scannedTo: described(
          nullable(time),
          'Every log that arrived after this time is counted; null for the whole range.',
        ),
      }),
    ),
  },
} as const satisfies Descriptions;
