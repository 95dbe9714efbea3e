import {
  CONFIG_FIELDS,
  conditionSchemas,
  FILTERS,
  objectSchema,
  type AlertCondition,
  type AlertFilters,
} from '@sluice/alerts/kinds';
import type { DestinationConfig } from '@sluice/contract';
import type { Schema } from '../schema/schema.js';
import { anyOf, described, named } from '../schema/shapes.js';

const conditions: readonly Schema<AlertCondition>[] = conditionSchemas();

/** When a rule fires. */
export const conditionSchema = named('AlertCondition', anyOf(...conditions));

const filters: Schema<AlertFilters> = objectSchema(FILTERS);

/** Which events fire a rule. */
export const filtersSchema = named(
  'AlertFilters',
  described(filters, 'All given parts must match, one of the values of each.'),
);

const config: Schema<DestinationConfig> = { ...objectSchema(CONFIG_FIELDS), required: [] };

/** What is set of a destination and is no secret. */
export const configSchema = named('AlertDestinationConfig', config);
