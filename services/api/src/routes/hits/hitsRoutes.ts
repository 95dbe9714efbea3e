import { hitsApi } from '@sluice/api-contract';
import { DAY_MS } from '@sluice/contract';
import { type Route, notFound, pageReply, readPage, readRange, serve } from '@sluice/management';
import { hitToWire } from './hitWire.js';
import { listHits, readHit } from './sql/listHits.js';
import { readHitDays } from './sql/readHitDays.js';

const LIST = 'hits';
const DEFAULT_DAYS = 30;

const list = serve(hitsApi.list, async ({ query }, context) => {
  const { kind, name, url, session, user, trace, environment, release } = query;
  const filter = { kind, name, url, session, user, trace, environment, release };
  const page = await listHits(context.db, context.project.id, readPage(query, LIST, context), filter);
  return pageReply(page, LIST, context, hitToWire);
});

const countByDay = serve(hitsApi.countByDay, async ({ query }, { db, project, clock }) => {
  const now = clock();
  const { fromMs, toMs } = readRange(query, { fromMs: now - (DEFAULT_DAYS - 1) * DAY_MS, toMs: now + 1 });
  const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  const range = { from: dayOf(fromMs), through: dayOf(Math.max(fromMs, toMs - 1)), environment: query.environment };
  return { body: { data: await readHitDays(db, project.id, range) } };
});

const read = serve(hitsApi.read, async ({ params }, { db, project }) => {
  const hit = await readHit(db, project.id, params.id);
  if (hit === undefined) throw notFound('hit');
  return { body: { ...hitToWire(hit), contexts: hit.contexts ?? {} } };
});

/** Operations on hits. */
export const hitsRoutes: readonly Route[] = [list, countByDay, read];
