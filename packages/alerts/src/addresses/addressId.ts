import { createHmac } from 'node:crypto';

const LENGTH = 22;

/** Returns a pseudonym of an address for links of a destination. @param key that of the destination's links */
export const addressId = (key: string, address: string): string =>
  createHmac('sha256', key).update(`sluice address ${address}`).digest('base64url').slice(0, LENGTH);
