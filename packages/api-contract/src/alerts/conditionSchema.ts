import { conditionSchemas, FILTERS, objectSchema, type AlertCondition, type AlertFilters } from '@sluice/alerts/kinds';
import { AUDIENCES } from '@sluice/contract';
import type { Schema } from '../schema/schema.js';
import { anyOf, described, listOf, named, optionalFields } from '../schema/shapes.js';
import { integer, oneOf, text } from '../schema/values.js';

const conditions: readonly Schema<AlertCondition>[] = conditionSchemas();

/** When a rule fires. */
export const conditionSchema = named('AlertCondition', anyOf(...conditions));

const filters: Schema<AlertFilters> = objectSchema(FILTERS);

/** Which events fire a rule. */
export const filtersSchema = named(
  'AlertFilters',
  described(filters, 'All given parts must match, one of the values of each.'),
);

/** What is set of a destination and is no secret. */
export const configSchema = named(
  'AlertDestinationConfig',
  optionalFields({
    audience: described(oneOf(...AUDIENCES), '`members`. `assignee`: of each issue.'),
    addresses: described(
      listOf(text(320)),
      '`email`: up to 20 addresses. Masked for those who may not change destinations.',
    ),
    chatId: described(text(200), '`telegram`: id or `@name` of the chat.'),
    threadId: described(integer(1, 2_147_483_647), '`telegram`: thread of a group.'),
    server: described(
      text(500),
      '`ntfy`: `https://ntfy.sh` or another server. `opsgenie`: `https://api.opsgenie.com` or `https://api.eu.opsgenie.com`.',
    ),
    topic: described(
      text(64),
      '`ntfy`. A secret: responses have the last four characters of a long one. Sent back as shown, the stored one stays.',
    ),
  }),
);
