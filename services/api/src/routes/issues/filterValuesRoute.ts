import { filterValuesApi } from '@sluice/api-contract';
import { wholeHours } from '@sluice/reading';
import { readRange, serve } from '@sluice/management';
import { readFilterValues } from './sql/readFilterValues.js';

/** The values by which lists of issues can be filtered. */
export const filterValuesRoute = serve(filterValuesApi.list, async ({ query: asked }, { db, project }) => {
  const { field, query, limit, environment, release } = asked;
  const page = { ...wholeHours(readRange(asked)), limit: 1, after: undefined };
  const request = { field, query, limit, page, filter: { environment, release } };
  const { values, events, approximate } = await readFilterValues(db, project.id, request);
  return { body: { events, approximate, data: values } };
});
