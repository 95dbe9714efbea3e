import { HOUR_MS } from '@sluice/contract';
import { refusalsApi } from '@sluice/api-contract';
import { listRefusedSamples, readRefusedOrigins, SAMPLE_MS, type RefusedSample } from '@sluice/accounting';
import { type Route, readRange, serve } from '@sluice/management';

/** Samples of one response: all that are stored. They have 1 MB, and each takes 1 KB at least. */
const MAX_SAMPLES = 1_024;

const toWire = ({ atMs, ...rest }: RefusedSample) => ({ ...rest, time: new Date(atMs).toISOString() });

const listSamples = serve(refusalsApi.listSamples, async ({ query }, { db, clock, project }) => {
  const request = { reason: query.reason, sinceMs: clock() - SAMPLE_MS, limit: MAX_SAMPLES };
  return { body: { data: (await listRefusedSamples(db, project.id, request)).map(toWire) } };
});

const listOrigins = serve(refusalsApi.listOrigins, async ({ query }, { db, clock, project }) => {
  const now = clock();
  const range = readRange(query, { fromMs: now - 24 * HOUR_MS, toMs: now });
  const origins = await readRefusedOrigins(db, project.id, {
    fromMs: Math.floor(range.fromMs / HOUR_MS) * HOUR_MS,
    toMs: Math.ceil(range.toMs / HOUR_MS) * HOUR_MS,
  });
  const data = origins.map(({ lastHourMs, ...rest }) => ({ ...rest, lastHour: new Date(lastHourMs).toISOString() }));
  return { body: { data } };
});

/** Operations that explain refusals. */
export const refusalsRoutes: readonly Route[] = [listSamples, listOrigins];
