import { createHmac } from 'node:crypto';

/** What the counts of a day need to know of a hit. */
export interface Visit {
  readonly projectId: string;
  /** Arrival, milliseconds since 1970: its UTC day is the day of the visit. */
  readonly arrivalMs: number;
  readonly environment: string | null;
  readonly kind: 'pageview' | 'custom';
  /** As the client names it. */
  readonly sessionId: string | null;
  /** Address and user agent of the request, empty where it had none; neither is kept. */
  readonly ip: string;
  readonly agent: string;
}

/** Who visited, in hashes that nobody can undo without the day's salt. `null` where nothing tells one from another. */
export interface VisitHashes {
  readonly visitor: string | null;
  readonly session: string | null;
}

/**
 * Hashes the visits of a day. A visitor is an address with a user agent, on one day, in one project; a session is the one
 * that the client names, else the visitor. A hit without address and agent has no visitor: it is nobody twice, not one
 * person. Remembers what it hashed: who looks at one page looks at the next.
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

/** Bytes of a hash that are kept: enough that no two visitors of a day meet. */
const HASH_BYTES = 16;

const hashOf = (salt: Buffer, text: string): string =>
  createHmac('sha256', salt).update(text).digest().subarray(0, HASH_BYTES).toString('base64url');
