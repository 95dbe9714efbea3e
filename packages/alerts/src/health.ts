/** How alerts are doing, for the CLI: without what delivers them. */
export { readDeliveryAge } from './sql/deliveries/deliveries.js';
export { readSignalAge } from './sql/firings/signals.js';
export { readAlertHealth } from './sql/settings/readAlertHealth.js';
