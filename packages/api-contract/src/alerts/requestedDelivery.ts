import { named, object } from '../schema/shapes.js';
import { id } from '../schema/values.js';

/** A delivery that was requested. */
export const requestedDelivery = named('RequestedDelivery', object({ deliveryId: id }));
