import { HOUR_MS, DAY_MS } from '@sluice/contract';
import { createLeakyBuckets, type LeakyBuckets } from '../createLeakyBuckets.js';

/** The most invitations; each number has a setting. */
interface InvitationLimits {
  /** `MAX_INVITATIONS_PER_USER`: by one user in an hour. */
  readonly maxPerUser: number;
  /** `MAX_INVITATIONS_PER_ORGANIZATION`: into one organization in an hour. */
  readonly maxPerOrganization: number;
  /** `MAX_INVITATIONS_PER_ADDRESS`: mails to one address in a day, from all organizations. */
  readonly maxPerAddress: number;
}

/** A new invitation. */
interface NewInvitation {
  readonly organizationId: string;
  readonly inviter: string;
  /** Normalized; `undefined` if nothing is mailed. */
  readonly mailedTo: string | undefined;
}

/** The setting of a limit that is reached, and when there is room again. */
interface InvitationRefusal {
  readonly setting: string;
  readonly waitMs: number;
}

/** Limits invitations. */
export interface InvitationThrottle {
  /** Counts an invitation before it is made, so that parallel ones do not pass together; returns why it must not be made. */
  readonly admit: (invitation: NewInvitation) => InvitationRefusal | undefined;
  /** Takes an admitted invitation back that was not made. */
  readonly takeBack: (invitation: NewInvitation) => void;
}

/** Sub-addresses lead to the same mailbox. */
const mailboxOf = (email: string): string => email.replace(/\+[^@]*(?=@)/, '');

/**
 * Creates the limits of invitations, in the memory of this process. Of the mails that an address may get, one organization takes at
 * most half: it must not keep others from inviting someone.
 * @param now monotonic clock in milliseconds
 */
export function createInvitationThrottle(
  { maxPerUser, maxPerOrganization, maxPerAddress }: InvitationLimits,
  now: () => number = () => performance.now(),
): InvitationThrottle {
  const users = createLeakyBuckets({ capacity: maxPerUser, periodMs: HOUR_MS }, now);
  const organizations = createLeakyBuckets({ capacity: maxPerOrganization, periodMs: HOUR_MS }, now);
  const addresses = createLeakyBuckets({ capacity: maxPerAddress, periodMs: DAY_MS }, now);
  const pairs = createLeakyBuckets({ capacity: Math.ceil(maxPerAddress / 2), periodMs: DAY_MS }, now);
  const countsOf = ({ inviter, organizationId, mailedTo }: NewInvitation): readonly Count[] => [
    { setting: 'MAX_INVITATIONS_PER_USER', buckets: users, key: inviter },
    { setting: 'MAX_INVITATIONS_PER_ORGANIZATION', buckets: organizations, key: organizationId },
    ...(mailedTo === undefined
      ? []
      : [
          { setting: ADDRESS, buckets: addresses, key: mailboxOf(mailedTo) },
          { setting: ADDRESS, buckets: pairs, key: `${organizationId} ${mailboxOf(mailedTo)}` },
        ]),
  ];
  const add = (invitation: NewInvitation, amount: number): void => {
    for (const { buckets, key } of countsOf(invitation)) buckets.add(key, amount);
  };
  return {
    admit: (invitation) => {
      const waits = countsOf(invitation).map(({ setting, buckets, key }) => ({ setting, waitMs: buckets.waitMs(key) }));
      const [longest] = waits.sort((a, b) => b.waitMs - a.waitMs);
      if (longest !== undefined && longest.waitMs > 0) return longest;
      add(invitation, 1);
      return undefined;
    },
    takeBack: (invitation) => add(invitation, -1),
  };
}

const ADDRESS = 'MAX_INVITATIONS_PER_ADDRESS';

interface Count {
  readonly setting: string;
  readonly buckets: LeakyBuckets;
  readonly key: string;
}
