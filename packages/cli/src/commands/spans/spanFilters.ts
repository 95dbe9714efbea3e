import { SPAN_STATUSES } from '@sluice/contract';
import { choice } from '../../choice.js';
import type { Flag } from '../../client/clientCommand.js';

/** Filters of the lists of spans and traces. */
export const SPAN_FILTERS: readonly Flag[] = [
  ['--op <op>', 'such as http.client or db'],
  ['--status <status>', choice(SPAN_STATUSES)],
  ['--user <user>', 'key of a user, such as id:u-1001'],
  ['--min-duration <ms>', 'at least this long, milliseconds'],
  ['--max-duration <ms>', 'at most this long, milliseconds'],
];
