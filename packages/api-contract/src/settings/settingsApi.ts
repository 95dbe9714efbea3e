import { STORE_IP, WIRE_TYPES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import type { Fields, Schema, TypeOf } from '../schema/schema.js';
import { named, object, described, nullable, listOf, recordOf, openObject } from '../schema/shapes.js';
import { boolean, count, oneOf, text, number } from '../schema/values.js';

const share = { ...number, minimum: 0, maximum: 1 };

const texts = listOf(text());

const FIELDS = {
  ingestion: described(boolean, 'If false, all events are filtered.'),
  allowedDomains: described(
    texts,
    'Hosts whose pages may send events, and origins of apps (`app://shop`, `app://*`, `file://`, `null`); empty: all.',
  ),
  allowNoOrigin: described(
    boolean,
    'Whether requests without Origin and Referer pass `allowedDomains`. Prefer a server key, which needs neither.',
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
    'A quota per UTC hour on the JSON bytes of all types together, decompressed and trimmed. An event ' +
      'that would exceed it is `rate_limited` with reason `byte_quota`. 2,000,000,000 by default; null: no quota.',
  ),
  scrub: described(boolean, 'Removes email addresses, card numbers and secrets before an event is queued or stored.'),
  storeIp: described(
    oneOf(...STORE_IP),
    'How much of an address is stored in `user.ip` and `user.ip_address`: `full`, `truncated` (the first 24 bits of IPv4, ' +
      '48 of IPv6) or `off`. The rest is removed before an event is queued. Filters and the count of visitors use the whole address.',
  ),
  refusedSamples: described(
    boolean,
    'Keeps the last 20 refused events of each reason for one hour, always scrubbed, 4 KB each, 1 MB in all. Never events that ' +
      '`filters.ips` dropped. On by default.',
  ),
} as const;

const GLOBS =
  'Globs that match the whole text: `*` matches any text, `?` one character, `[abc]` one of these characters.';

const FILTERS = {
  ips: texts,
  environments: described(texts, GLOBS),
  releases: described(texts, GLOBS),
  messages: described(
    texts,
    `Matched against the message, the type and \`type: message\` of exceptions, and the message of logs. ${GLOBS} \`*ResizeObserver*\` matches part of a message; \`ResizeObserver\` matches only the whole text.`,
  ),
  crawlers: boolean,
  browserExtensions: boolean,
  localhost: boolean,
  legacyBrowsers: boolean,
} as const;

const sampleRates = recordOf(WIRE_TYPES, share);

const settings = named('Settings', object({ ...FIELDS, filters: object(FILTERS), sampleRates }));

/** The fields, each of which null resets to its default. */
const resettable = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, nullable(schema)])) as {
    readonly [Name in keyof F]: Schema<TypeOf<F[Name]> | null>;
  };

/** Nested groups or full names, as in `sluice project set`. The setting rules define the names. */
const patch = named(
  'SettingsPatch',
  openObject({
    ...resettable(FIELDS),
    filters: openObject(resettable(FILTERS)),
    sampleRates: openObject(resettable(sampleRates.properties)),
  }),
);

/** Operations on a project's settings. */
export const settingsApi = {
  read: {
    scope: 'project',
    method: 'get',
    path: '/settings',
    tag: 'Settings',
    summary: 'Read the settings',
    description: 'All settings, including defaults. The `ETag` is their version.',
    permission: 'project:read',
    response: settings,
  },
  change: {
    scope: 'project',
    method: 'patch',
    path: '/settings',
    tag: 'Settings',
    summary: 'Change settings',
    description:
      'Only the given settings change: in groups (`{"filters": {"ips": []}}`) or by full name (`{"filters.ips": []}`). `null` resets ' +
      'a setting to its default; `bytesPerHour: null` means no quota. Gateways apply changes within two seconds.',
    permission: 'settings:write',
    ifMatch:
      'The `ETag` of the settings that the change is based on. If they have changed since: 412, and nothing changes.',
    body: patch,
    response: settings,
  },
  removeProject: {
    scope: 'project',
    method: 'delete',
    path: '',
    tag: 'Settings',
    summary: 'Delete a project',
    description: 'Its keys stop working and its slug is free again. Retention deletes what it stored.',
    permission: 'projects:write',
  },
} as const satisfies Descriptions;
