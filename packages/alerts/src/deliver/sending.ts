import type { AlertMessage } from '../alertMessage.js';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import type { AlertDestination } from '../sql/deliveries/destination.js';

/** A message that an attempt sends. */
export interface Sending {
  readonly delivery: ClaimedDelivery;
  readonly destination: AlertDestination;
  readonly message: AlertMessage;
}
