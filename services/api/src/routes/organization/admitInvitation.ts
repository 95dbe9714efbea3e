import { ApiError } from '@sluice/management';
import type { AccountServices } from '../account/accountServices.js';

type Invitation = Parameters<AccountServices['invitationThrottle']['admit']>[0];

/** Makes an invitation within the limits; one that fails does not count. @throws ApiError 429 `too_many_invitations` */
export async function admitInvitation<T>(
  { invitationThrottle }: Pick<AccountServices, 'invitationThrottle'>,
  invitation: Invitation,
  make: () => Promise<T>,
): Promise<T> {
  const refusal = invitationThrottle.admit(invitation);
  if (refusal !== undefined) throw tooMany(refusal);
  try {
    return await make();
  } catch (error) {
    invitationThrottle.takeBack(invitation);
    throw error;
  }
}

const WHAT: Readonly<Record<string, string>> = {
  MAX_INVITATIONS_PER_USER: 'You sent too many invitations',
  MAX_INVITATIONS_PER_ORGANIZATION: 'The organization sent too many invitations',
  MAX_INVITATIONS_PER_ADDRESS: 'Too many invitations were sent to this address',
};

function tooMany({ setting, waitMs }: { readonly setting: string; readonly waitMs: number }): ApiError {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `${WHAT[setting] ?? 'Too many invitations'} (${setting}); try again in ${seconds} s.`;
  return new ApiError(429, 'too_many_invitations', message, { 'retry-after': String(seconds) });
}
