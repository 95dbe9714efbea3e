/** Limits of the bytes of responses that clients have not read yet. */
export interface UnreadLimits {
  /** Per access token. */
  readonly perTokenBytes: number;
  /** Per process. */
  readonly perProcessBytes: number;
}

/** The sender of a request, who receives its response, and the organization that it is about. */
export interface Reader {
  readonly actorId: string;
  readonly organizationId: string;
}

/**
 * Counts unread bytes of responses; does no I/O. If every response is checked by {@link UnreadBytes.limitReached} before it is
 * added, these limits hold:
 *
 * | of              | holds at most                                                                    |
 * | --------------- | -------------------------------------------------------------------------------- |
 * | a token         | `perTokenBytes`, or a single response                                            |
 * | an organization | half of `perProcessBytes`, or a single response                                  |
 * | the process     | `perProcessBytes`, or a single response; the last quarter is for organizations   |
 * |                 | that hold nothing                                                                |
 */
export interface UnreadBytes {
  /** The limit that a response of this size would exceed, of the token or the service (`busy`); `undefined` if none. */
  readonly limitReached: (reader: Reader, bytes: number) => 'token' | 'busy' | undefined;
  readonly add: (reader: Reader, bytes: number) => void;
  readonly remove: (reader: Reader, bytes: number) => void;
}

/** Creates counters that start at zero. A reader without unread bytes takes no memory. */
export function createUnreadBytes({ perTokenBytes, perProcessBytes }: UnreadLimits): UnreadBytes {
  const tokens = new Map<string, number>();
  const organizations = new Map<string, number>();
  let total = 0;
  const move = (map: Map<string, number>, key: string, bytes: number): void => {
    const held = (map.get(key) ?? 0) + bytes;
    if (held === 0) map.delete(key);
    else map.set(key, held);
  };
  const add = ({ actorId, organizationId }: Reader, bytes: number): void => {
    move(tokens, actorId, bytes);
    move(organizations, organizationId, bytes);
    total += bytes;
  };
  return {
    limitReached: ({ actorId, organizationId }, bytes) => {
      const [ofToken, ofOrganization] = [tokens.get(actorId) ?? 0, organizations.get(organizationId) ?? 0];
      if (ofToken > 0 && ofToken + bytes > perTokenBytes) return 'token';
      if (ofOrganization > 0 && ofOrganization + bytes > perProcessBytes / 2) return 'busy';
      const room = ofOrganization > 0 ? (perProcessBytes * 3) / 4 : perProcessBytes;
      return total > 0 && total + bytes > room ? 'busy' : undefined;
    },
    add,
    remove: (reader, bytes) => add(reader, -bytes),
  };
}
