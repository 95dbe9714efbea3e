import { DAY_MS } from '@sluice/contract';
import { previewApi } from '@sluice/api-contract';
import { checkProjectSettings, TenancyError } from '@sluice/db';
import { compileOrigins, isAllowedOrigin } from '@sluice/filters';
import { ApiError, type Route, serve } from '@sluice/management';
import { previewFilter, type FilterName } from './previewFilter.js';

/** Filters that are switches: they have no entries. */
const SWITCHES: ReadonlySet<FilterName> = new Set(['crawlers', 'browserExtensions', 'localhost', 'legacyBrowsers']);

const timeOf = (ms: number | undefined): string | null => (ms === undefined ? null : new Date(ms).toISOString());

/** @throws ApiError 422 with the setting, the value and the rule */
function checkSettings(patch: Parameters<typeof checkProjectSettings>[0]): void {
  try {
    checkProjectSettings(patch);
  } catch (error) {
    if (!(error instanceof TenancyError) || error.code !== 'invalid') throw error;
    throw new ApiError(422, 'invalid_settings', `${error.message}.`);
  }
}

const previewRoute = serve(previewApi.preview, async ({ body: { filter, entries } }, { db, clock, project }) => {
  if (SWITCHES.has(filter) !== (entries.length === 0)) {
    const message = SWITCHES.has(filter)
      ? `entries must be empty: filters.${filter} is a switch.`
      : `entries must contain at least one entry of filters.${filter}.`;
    throw new ApiError(422, 'invalid_body', message);
  }
  if (entries.length > 0) checkSettings({ [`filters.${filter}`]: entries });
  const found = await previewFilter(db, project.id, { filter, entries, sinceMs: clock() - DAY_MS });
  const { scannedToMs, types, examples, ...rest } = found;
  return {
    body: {
      ...rest,
      scannedTo: timeOf(scannedToMs),
      types: types.map(({ scannedToMs: ofTypeMs, ...type }) => ({ ...type, scannedTo: timeOf(ofTypeMs) })),
      examples: examples.map(({ atMs, ...example }) => ({ ...example, time: new Date(atMs).toISOString() })),
    },
  };
});

const testDomains = serve(previewApi.testDomains, ({ body: { allowedDomains, allowNoOrigin, origins } }) => {
  checkSettings({ allowedDomains });
  const rules = compileOrigins(allowedDomains, allowNoOrigin);
  return Promise.resolve({
    body: { data: origins.map((origin) => ({ origin, allowed: isAllowedOrigin(rules, origin) })) },
  });
});

/** Operations that try settings without changing them. */
export const previewRoutes: readonly Route[] = [previewRoute, testDomains];
