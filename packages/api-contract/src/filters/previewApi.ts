import { WIRE_TYPES } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { described, listOf, named, object, nullable } from '../schema/shapes.js';
import { text, count, time, oneOf, id, boolean } from '../schema/values.js';

const MAX_ENTRIES = 50;

const LONGEST_ENTRY = 1_000;

const MAX_ORIGINS = 100;

/** The settings below `filters`. */
const FILTER_NAMES = [
  'ips',
  'environments',
  'releases',
  'messages',
  'crawlers',
  'legacyBrowsers',
  'browserExtensions',
  'localhost',
] as const;

const entriesOf = (description: string) =>
  described({ ...listOf(text(LONGEST_ENTRY)), maxItems: MAX_ENTRIES }, description);

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
        type: oneOf(...WIRE_TYPES),
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
      listOf(object({ type: oneOf(...WIRE_TYPES), id, time, text: described(text(), 'Message, name or URL.') })),
      'The newest of them, each different in what the filter looks at.',
    ),
  }),
);

/** Operations that try settings without changing them. */
export const previewApi = {
  preview: {
    scope: 'project',
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
  },
  testDomains: {
    scope: 'project',
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
  },
} as const satisfies Descriptions;
