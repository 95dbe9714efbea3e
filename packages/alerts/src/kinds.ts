export {
  CONDITIONS,
  conditionKind,
  conditionSchemas,
  conditionText,
  type AlertCondition,
} from './conditions/conditions.js';
export { DROPS, dropOf } from './drops/drops.js';
export { objectSchema } from './fields/field.js';
export { FILTERS, type AlertFilters } from './fields/filters.js';
export { choicesOf, inputsOf, type AskedField } from './fields/inputs.js';
export { DESTINATION_FORMS, destinationInputs } from './destinations/destinationForms.js';
export { AUDIENCE_WORDS, CONFIG_FIELDS } from './destinations/fields.js';
