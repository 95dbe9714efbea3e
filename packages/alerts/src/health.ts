/** Health of alerts, for the CLI: loads nothing that delivers. */
export { readDeliveryAge } from './sql/deliveries/deliveries.js';
export { readSignalAge } from './sql/firings/signals.js';
export { readAlertHealth } from './sql/settings/readAlertHealth.js';
