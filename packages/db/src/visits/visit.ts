import { createHmac } from 'node:crypto';

/** What a stored hit tells of a visit. */
export interface Visit {
  readonly projectId: string;
  /** Arrival, milliseconds since 1970: its UTC day is the day of the visit. */
  readonly arrivalMs: number;
  readonly environment: string | null;
  readonly kind: 'pageview' | 'custom';
  /** As the client said. */
  readonly sessionId: string | null;
  /** Address and user agent of the request; neither is kept. */
  readonly ip: string;
  readonly agent: string;
}

/** The UTC day of a visit. */
export const dayOf = ({ arrivalMs }: Visit): string => new Date(arrivalMs).toISOString().slice(0, 10);

/** 128 bits of the hash: enough that two visitors of a day never meet. */
const KEY_BYTES = 16;

/** Who it was on that day, and on no other: the salt is the day's own and is forgotten. */
export const visitorOf = ({ projectId, ip, agent }: Visit, salt: Buffer): string =>
  createHmac('sha256', salt)
    .update([projectId, ip, agent].join('\0'))
    .digest()
    .subarray(0, KEY_BYTES)
    .toString('base64url');
