/** A signed-in user or an access token, as a route sees who sent the request. */
export type RequestActor =
  | {
      readonly kind: 'user';
      readonly userId: string;
      /** The user's name, or email address if there is no name. */
      readonly label: string;
    }
  | {
      readonly kind: 'token';
      readonly tokenId: string;
      /** The user that the token belongs to; null for a token of an operator. */
      readonly userId: string | null;
      /** The token's name or its last four characters. */
      readonly label: string;
    };

/** Who made a change: the sender of a request, or an operator on the command line. */
export type Actor = RequestActor | { readonly kind: 'operator'; readonly label: string };

/** A change from the command line. */
export const OPERATOR: Actor = { kind: 'operator', label: 'operator' };
