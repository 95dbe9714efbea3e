import { timelineApi } from '@sluice/api-contract';
import { MOMENT_KINDS, timeOfId } from '@sluice/contract';
import { ApiError, type Route, pageReply, readPage, serve } from '@sluice/management';
import type { MomentKind } from './sql/momentSources.js';
import { type Moment, readUserTimeline } from './sql/readUserTimeline.js';

const LIST = 'timeline';

const momentToWire = ({ timestamp, ...moment }: Moment) => ({
  ...moment,
  timestamp: timestamp.toISOString(),
  receivedAt: new Date(timeOfId(moment.id)).toISOString(),
});

/** @throws ApiError 400 for a word that is no kind */
function readKinds(list: string | undefined): readonly MomentKind[] {
  if (list === undefined) return MOMENT_KINDS;
  return list.split(',').map((word) => {
    const kind = MOMENT_KINDS.find((known) => known === word.trim());
    if (kind !== undefined) return kind;
    throw new ApiError(400, 'bad_query', `kinds: "${word.trim()}" is not a kind. Kinds: ${MOMENT_KINDS.join(', ')}.`);
  });
}

/** What one user experienced. */
export const timeline: Route = serve(timelineApi.list, async ({ params, query }, context) => {
  const list = `${LIST} ${params.key}`;
  const page = readPage(query, list, context);
  const kinds = readKinds(query.kinds);
  const found = await readUserTimeline(context.db, context.project.id, params.key, { ...page, kinds });
  return pageReply(found, list, context, momentToWire);
});
