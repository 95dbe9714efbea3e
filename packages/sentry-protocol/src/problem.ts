/** Why a request cannot be taken at all. */
export interface Problem {
  /** A sentence. */
  readonly problem: string;
  /** Whether the request has too much content (413); otherwise it is unreadable (400). */
  readonly isTooLarge: boolean;
}
