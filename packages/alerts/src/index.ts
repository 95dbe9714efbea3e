/** Messages of alerts: what they say, their form on each platform, and their delivery. */
export {
  isSeriesItem,
  MOST_ITEMS,
  type AlertItem,
  type AlertMessage,
  type AlertSeverity,
  type AlertState,
  type IssueFacts,
  type SeriesFacts,
  type UnsentFirings,
} from './alertMessage.js';
export { ALERTS_ALLOWED_ADDRESSES } from './allowedAddresses.js';
export { createDelivery, type AttemptContext, type Delivery } from './delivery/createDelivery.js';
export type { Recipient } from './delivery/deliverMail.js';
export type { DeliveryProgress } from './delivery/deliverParts.js';
export type { DeliveryResult } from './delivery/deliveryResult.js';
export { newSigningSecret } from './delivery/signWebhook.js';
export { parseAllowList, type AllowList } from './delivery/allowList.js';
export { checkMovedServer } from './destinations/movedServer.js';
export { validateDestination } from './destinations/validateDestination.js';
export { describeSecret } from './destinations/describeSecret.js';
export { pausedMessage } from './pausedMessage.js';
export { lastSeries } from './templates/incidents.js';
