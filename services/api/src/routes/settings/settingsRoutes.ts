import { EVENT_TYPES } from '@sluice/contract';
import { findProject, TenancyError, updateProject, type Project, type SettingsPatch } from '@sluice/db';
import {
  ApiError,
  type ApiProject,
  type Reply,
  type Route,
  type Schema,
  count,
  defineRoute,
  described,
  boolean,
  listOf,
  named,
  nullable,
  object,
  readIfMatch,
  text,
} from '@sluice/management';

const share: Schema = { type: 'number', minimum: 0, maximum: 1 };
const texts = listOf(text());

const FIELDS = {
  ingestion: described(boolean, 'Off: everything is filtered.'),
  allowedDomains: described(texts, 'Hosts whose pages may send; empty: all.'),
  allowNoOrigin: described(
    boolean,
    'Whether a request that names no page passes a list of domains. Server keys need neither: prefer one.',
  ),
  spikeProtection: described(
    boolean,
    'A cap per type and UTC hour: the sum of the events accepted in the previous two hours (twice their average), at least ' +
      '1,000. It applies from two hours after the first accepted event and resets at the top of the hour. Events above it ' +
      'are `rate_limited` with reason `spike`. `sluice doctor` and the `X-Service-Debug` response state the current caps.',
  ),
  eventsPerHour: described(
    nullable(count),
    'A cap per UTC hour on exceptions, logs, hits and replays together; null: no cap. Events above it are `rate_limited` ' +
      'with reason `hourly_cap`.',
  ),
  bytesPerHour: described(
    nullable(count),
    'A quota per UTC hour on the bytes of JSON of all types together, as they are stored: inflated and trimmed. An event ' +
      'that would exceed it is `rate_limited` with reason `byte_quota`. 2,000,000,000 by default; null: no quota.',
  ),
  scrub: described(
    boolean,
    'E-mail addresses, card numbers and secrets are taken out before an event is queued or stored.',
  ),
} as const;

const GLOBS = 'Globs that must match the whole text: `*` is any text, `?` one character, `[abc]` one of these.';

const FILTERS = {
  ips: texts,
  environments: described(texts, GLOBS),
  releases: described(texts, GLOBS),
  messages: described(
    texts,
    `Matched against the message, the type and \`type: message\` of exceptions, and the message of logs. ${GLOBS} So \`*ResizeObserver*\` matches a part of a message, \`ResizeObserver\` only that whole text.`,
  ),
  crawlers: boolean,
  browserExtensions: boolean,
  localhost: boolean,
  legacyBrowsers: boolean,
} as const;

const RATES = Object.fromEntries(EVENT_TYPES.map((type) => [type, share]));

const settings = named('Settings', object({ ...FIELDS, filters: object(FILTERS), sampleRates: object(RATES) }));

const orDefault = (fields: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, nullable(schema)]));

/** Groups or full names, as `sluice project set` takes them; which names there are is told by the rules themselves. */
const patch = named('SettingsPatch', {
  type: 'object' as const,
  properties: {
    ...orDefault(FIELDS),
    filters: { type: 'object', properties: orDefault(FILTERS) },
    sampleRates: { type: 'object', properties: orDefault(RATES) },
  },
});

const refOf = ({ organizationSlug, slug }: ApiProject) => ({ organization: organizationSlug, project: slug });

const replyOf = ({ settings: body, version }: Project): Reply<unknown> => ({ body, etag: version });

const readSettings = defineRoute({
  method: 'get',
  path: '/settings',
  tag: 'Settings',
  summary: 'Read the settings',
  description: 'Complete, defaults included. The `ETag` is their version.',
  scope: 'project:read',
  response: settings,
  handle: async (_request, { db, project }) => replyOf(await findProject(db, refOf(project))),
});

const changeSettings = defineRoute<unknown, SettingsPatch, unknown>({
  method: 'patch',
  path: '/settings',
  tag: 'Settings',
  summary: 'Change settings',
  description:
    'Only what is named changes: in groups (`{"filters": {"ips": []}}`) or by full name (`{"filters.ips": []}`). `null` returns ' +
    'a setting to its default; `bytesPerHour: null` means no quota. Gateways follow within two seconds.',
  scope: 'project:admin',
  ifMatch:
    'The `ETag` of the settings that the change is meant for. Where they were changed since: 412, nothing is changed.',
  body: patch,
  response: settings,
  handle: async ({ body, ifMatch }, { db, project }) => {
    try {
      return replyOf(await updateProject(db, refOf(project), body, readIfMatch(ifMatch)));
    } catch (error) {
      if (!(error instanceof TenancyError) || error.code !== 'invalid') throw error;
      throw new ApiError(422, 'invalid_settings', `${error.message}.`);
    }
  },
});

/** Operations on a project's settings. */
export const settingsRoutes: readonly Route[] = [readSettings, changeSettings];
