import type { RequestActor } from '@sluice/contract';
import type { MemberKey } from '@sluice/alerts';
import { ApiError } from '@sluice/management';

/** Returns the member who sent a request. @throws ApiError 404 for a token that belongs to no user */
export function memberOf(organization: { readonly id: string }, { userId }: RequestActor): MemberKey {
  if (userId !== null) return { organizationId: organization.id, userId };
  throw new ApiError(
    404,
    'not_found',
    'This token belongs to no user, so it has no inbox and no subscriptions. Sign in, or use a token of a user.',
  );
}
