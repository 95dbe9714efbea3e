import { createHmac } from 'node:crypto';

/** The part of a hit that the daily counts need. */
export interface Visit {
  readonly projectId: string;
  /** Arrival, milliseconds since 1970: its UTC day is the day of the visit. */
  readonly arrivalMs: number;
  readonly environment: string | null;
  readonly kind: 'pageview' | 'custom';
  /** As the client names it. */
  readonly sessionId: string | null;
  /** Address (or a hash of it, if the project does not store it) and user agent of the request; empty if it had none. Neither is stored. */
  readonly ip: string;
  readonly agent: string;
}

/** Hashes of a visitor and a session, which cannot be reversed without the day's salt. `null` if unknown. */
export interface VisitHashes {
  readonly visitor: string | null;
  readonly session: string | null;
}

/**
 * Returns a function that hashes the visits of a day. A visitor is an address with a user agent, on one day, in one project; a
 * session is the one that the client sends, otherwise the visitor. A hit without address and agent has no visitor. Caches
 * hashes, because a visitor usually has several hits.
 */
export function visitHasher(salt: Buffer): (visit: Visit) => VisitHashes {
  const known = new Map<string, string>();
  const hash = (...parts: readonly string[]): string => {
    const text = parts.join('\0');
    let hashed = known.get(text);
    if (hashed === undefined) known.set(text, (hashed = hashOf(salt, text)));
    return hashed;
  };
  return ({ projectId, ip, agent, sessionId }) => {
    const visitor = ip === '' && agent === '' ? null : hash('visitor', projectId, ip, agent);
    const session = sessionId === null ? visitor : hash('session', projectId, sessionId);
    return { visitor, session };
  };
}

/** Bytes of a hash that are stored: enough to rule out collisions on a day. */
const HASH_BYTES = 16;

const hashOf = (salt: Buffer, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, HASH_BYTES).toString('base64url');
