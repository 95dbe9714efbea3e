/** Limits of the bytes of responses that were sent and not read by their clients yet. */
export interface UnreadLimits {
  /** Of one access token. */
  readonly perTokenBytes: number;
  /** Of the service in this process. */
  readonly perProcessBytes: number;
}

/** Who reads a response. */
export interface Reader {
  readonly tokenId: string;
  readonly organizationId: string;
}

/**
 * Counts unread bytes of responses. Pure: who reads, and when, is the caller's matter. Where every response is accepted
 * by {@link UnreadBytes.refusal} before it is added:
 *
 * | of              | holds at most                                                                    |
 * | --------------- | -------------------------------------------------------------------------------- |
 * | a token         | `perTokenBytes`, or a single response                                            |
 * | an organization | half of `perProcessBytes`, or a single response                                  |
 * | the process     | `perProcessBytes`, or a single response; the last quarter is for organizations   |
 * |                 | that hold nothing                                                                |
 */
export interface UnreadBytes {
  /** Why a response of so many bytes cannot be sent now; `undefined` where it can. */
  readonly refusal: (reader: Reader, bytes: number) => 'token' | 'busy' | undefined;
  readonly add: (reader: Reader, bytes: number) => void;
  readonly remove: (reader: Reader, bytes: number) => void;
}

/** A count of nothing. Readers that hold nothing take no memory. */
export function createUnreadBytes({ perTokenBytes, perProcessBytes }: UnreadLimits): UnreadBytes {
  const tokens = new Map<string, number>();
  const organizations = new Map<string, number>();
  let total = 0;
  const move = (map: Map<string, number>, key: string, bytes: number): void => {
    const held = (map.get(key) ?? 0) + bytes;
    if (held === 0) map.delete(key);
    else map.set(key, held);
  };
  const add = ({ tokenId, organizationId }: Reader, bytes: number): void => {
    move(tokens, tokenId, bytes);
    move(organizations, organizationId, bytes);
    total += bytes;
  };
  return {
    refusal: ({ tokenId, organizationId }, bytes) => {
      const [ofToken, ofOrganization] = [tokens.get(tokenId) ?? 0, organizations.get(organizationId) ?? 0];
      if (ofToken > 0 && ofToken + bytes > perTokenBytes) return 'token';
      if (ofOrganization > 0 && ofOrganization + bytes > perProcessBytes / 2) return 'busy';
      const room = ofOrganization > 0 ? (perProcessBytes * 3) / 4 : perProcessBytes;
      return total > 0 && total + bytes > room ? 'busy' : undefined;
    },
    add,
    remove: (reader, bytes) => add(reader, -bytes),
  };
}
