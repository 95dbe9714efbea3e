/** Kinds of conditions and drops, their fields and words: without I/O, for schemas, pages and the command line. */
export type { ConditionKind } from './conditions/conditions.js';
export {
  CONDITIONS,
  conditionKind,
  conditionSchemas,
  conditionText,
  type AlertCondition,
} from './conditions/conditions.js';
export { DROPS, dropOf, type DropKind } from './drops/drops.js';
export { objectSchema, type FieldsValue, type JsonSchema } from './fields/field.js';
export { FILTERS, type AlertFilters } from './fields/filters.js';
export { choicesOf, inputsOf, type AskedField } from './fields/inputs.js';
export { DESTINATION_FORMS, type DestinationField } from './destinations/destinationForms.js';
