import { EVENT_TYPES } from '@sluice/contract';
import { checkProjectSettings, TenancyError } from '@sluice/db';
import { compileOrigins, isAllowedOrigin } from '@sluice/filters';
import {
  ApiError,
  type Route,
  boolean,
  count,
  defineRoute,
  described,
  id,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  text,
  time,
} from '@sluice/management';
import { FILTER_NAMES, previewFilter, type FilterName } from './previewFilter.js';

const DAY_MS = 86_400_000;
const MAX_ENTRIES = 50;
const LONGEST_ENTRY = 1_000;
const MAX_ORIGINS = 100;

/** Filters that are switches: they have no entries. */
const SWITCHES: ReadonlySet<FilterName> = new Set(['crawlers', 'browserExtensions', 'localhost', 'legacyBrowsers']);

const entriesOf = (description: string) =>
  described({ ...listOf(text(LONGEST_ENTRY)), maxItems: MAX_ENTRIES }, description);

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

const preview = named(
  'FilterPreview',
  object({
    matched: described(count, 'Events that would have been dropped.'),
    scanned: described(count, 'Stored events that were looked at.'),
    scannedTo: described(
      nullable(time),
      'Set if there are more events than a preview looks at: of at least one type, only those that arrived after this time were examined.',
    ),
    types: listOf(
      object({
        type: oneOf(...EVENT_TYPES),
        matched: count,
        scanned: count,
        unknown: described(
          count,
          'Events among `scanned` whose address or user agent is not stored: whether the filter would have dropped them is not known. They are not in `matched`.',
        ),
        scannedTo: described(
          nullable(time),
          'Set if there are more events of the type: these arrived after this time.',
        ),
      }),
    ),
    examples: described(
      listOf(object({ type: oneOf(...EVENT_TYPES), id, time, text: described(text(), 'Message, name or URL.') })),
      'The newest of them, each different in what the filter looks at.',
    ),
  }),
);

const previewRoute = defineRoute<
  unknown,
  { readonly filter: FilterName; readonly entries: readonly string[] },
  unknown
>({
  method: 'post',
  path: '/filters/preview',
  tag: 'Settings',
  summary: 'Preview a filter',
  description:
    'What the entries of one filter would have dropped among the events that were stored in the last 24 hours, decided by the ' +
    'code of the gateways. Looks at the newest 20,000 events of each type (messages, addresses, user agents and pages: 5,000; frames: ' +
    '2,000). Stored events lack what the setting `storeIp` removed, and the `Origin` of their request. Changes nothing.',
  permission: 'settings:write',
  body: object(
    {
      filter: oneOf(...FILTER_NAMES),
      entries: { ...entriesOf('For lists; a switch has none.'), default: [] },
    },
    ['entries'],
  ),
  response: preview,
  handle: async ({ body: { filter, entries } }, { db, clock, project }) => {
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
  },
});

interface DomainBody {
  readonly allowedDomains: readonly string[];
  readonly allowNoOrigin: boolean;
  readonly origins: readonly string[];
}

const testDomains = defineRoute<unknown, DomainBody, unknown>({
  method: 'post',
  path: '/domains/preview',
  tag: 'Settings',
  summary: 'Test allowed domains',
  description:
    'Whether requests of these origins would pass a list of allowed domains, decided by the code of the gateways. An empty origin is a ' +
    'request without `Origin` and `Referer`. Changes nothing.',
  permission: 'project:read',
  body: object(
    {
      allowedDomains: described(listOf(text(LONGEST_ENTRY)), 'As the setting.'),
      allowNoOrigin: { ...boolean, default: false },
      origins: { ...listOf(text(LONGEST_ENTRY)), maxItems: MAX_ORIGINS },
    },
    ['allowNoOrigin'],
  ),
  response: object({ data: listOf(object({ origin: text(), allowed: boolean })) }),
  handle: ({ body: { allowedDomains, allowNoOrigin, origins } }) => {
    checkSettings({ allowedDomains });
    const rules = compileOrigins(allowedDomains, allowNoOrigin);
    return Promise.resolve({
      body: { data: origins.map((origin) => ({ origin, allowed: isAllowedOrigin(rules, origin) })) },
    });
  },
});

/** Operations that try settings without changing them. */
export const previewRoutes: readonly Route[] = [previewRoute, testDomains];
