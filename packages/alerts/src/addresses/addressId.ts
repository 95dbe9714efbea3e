import { createHmac } from 'node:crypto';

const LENGTH = 22;

/** Returns what stands for an address in links of a destination, without naming it. @param key that of the destination's links */
export const addressId = (key: string, address: string): string =>
  createHmac('sha256', key).update(`sluice address ${address}`).digest('base64url').slice(0, LENGTH);
