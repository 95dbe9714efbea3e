import { MOST_REQUESTED } from '@sluice/contract';
import type { RequestedDelivery } from '@sluice/alerts';
import type { TenantLimit } from '@sluice/db';
import { ApiError, type Reply } from '@sluice/management';

/** Returns the response to a request for a delivery. @param limit that of the organization @throws ApiError 429 `too_many_requested` */
export function requestedReply(
  requested: RequestedDelivery,
  { most, setting }: TenantLimit,
): Reply<{ readonly deliveryId: string }> {
  if ('deliveryId' in requested) return { status: 201, body: requested };
  const { waitS, of } = requested;
  const [whose, reached] =
    of === 'destination'
      ? ['destination got', `${MOST_REQUESTED} tests and repeated messages in the last hour, which is the limit`]
      : ['organization had', `${most} tests and repeated messages in the last hour, which is the limit (${setting})`];
  const message = `The ${whose} ${reached}. Try again in ${Math.ceil(waitS / 60)} min.`;
  throw new ApiError(429, 'too_many_requested', message, { 'retry-after': String(waitS) });
}
