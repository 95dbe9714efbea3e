import { expect, test } from '@jest/globals';
import { createInvitationThrottle } from './createInvitationThrottle.js';

const HOUR_MS = 3_600_000;
const LIMITS = { maxPerUser: 3, maxPerOrganization: 4, maxPerAddress: 4 };
const USER = 'MAX_INVITATIONS_PER_USER';
const ORGANIZATION = 'MAX_INVITATIONS_PER_ORGANIZATION';
const ADDRESS = 'MAX_INVITATIONS_PER_ADDRESS';

test('an inviter is limited over all organizations', () => {
  expect(refusalsOf(['1', 'a'], ['2', 'a'], ['3', 'a'], ['4', 'a'], ['4', 'b'])).toEqual([
    null,
    null,
    null,
    USER,
    null,
  ]);
});

test('an organization is limited over all inviters', () => {
  expect(refusalsOf(['1', 'a'], ['1', 'b'], ['1', 'c'], ['1', 'd'], ['1', 'e'], ['2', 'e'])).toEqual([
    null,
    null,
    null,
    null,
    ORGANIZATION,
    null,
  ]);
});

test('an address is limited over all organizations, of which one takes half; its tags are the same address', () => {
  const to = (organization: string, mailbox = 'v') => [organization, organization, `${mailbox}@x.example`] as const;
  expect(refusalsOf(to('1'), to('1', 'v+1'), to('1'), to('2'), to('2'), to('3'), to('3', 'w'))).toEqual([
    null,
    null,
    ADDRESS,
    null,
    null,
    ADDRESS,
    null,
  ]);
});

test('an invitation that is not mailed reaches no address', () => {
  expect(refusalsOf(['1', 'a'], ['1', 'a'], ['1', 'a'])).toEqual([null, null, null]);
});

test('there is room again when the named time has passed, or when an invitation was not made', () => {
  let nowMs = 0;
  const throttle = createInvitationThrottle(LIMITS, () => nowMs);
  const invitation = { organizationId: '1', inviter: 'a', mailedTo: undefined };
  for (let i = 0; i < 3; i += 1) expect(throttle.admit(invitation)).toBeUndefined();
  expect(throttle.admit(invitation)).toEqual({ setting: USER, waitMs: HOUR_MS / 3 });
  throttle.takeBack(invitation);
  expect(throttle.admit(invitation)).toBeUndefined();
  nowMs = HOUR_MS / 3;
  expect(throttle.admit(invitation)).toBeUndefined();
  expect(throttle.admit(invitation)).toEqual({ setting: USER, waitMs: HOUR_MS / 3 });
});

/** Invitations one after the other: the setting that refuses each, or null. */
function refusalsOf(
  ...invitations: readonly (readonly [organizationId: string, inviter: string, mailedTo?: string])[]
) {
  const throttle = createInvitationThrottle(LIMITS, () => 0);
  return invitations.map(
    ([organizationId, inviter, mailedTo]) => throttle.admit({ organizationId, inviter, mailedTo })?.setting ?? null,
  );
}
