import { MOST_REQUESTED, type RequestedDelivery } from '@sluice/db';
import { ApiError, id, named, object, type Reply } from '@sluice/management';

/** A delivery that was requested. */
export const requestedDelivery = named('RequestedDelivery', object({ deliveryId: id }));

/** Returns the response to a request for a delivery. @throws ApiError 429 `too_many_requested` */
export function requestedReply(requested: RequestedDelivery): Reply<{ readonly deliveryId: string }> {
  if ('deliveryId' in requested) return { status: 201, body: requested };
  const { waitS } = requested;
  const message = `The destination got ${MOST_REQUESTED} tests and repeated messages in the last hour, which is the limit. Try again in ${Math.ceil(waitS / 60)} min.`;
  throw new ApiError(429, 'too_many_requested', message, { 'retry-after': String(waitS) });
}
