/** What one batch may delete: what is older, and how many rows at most. */
export interface Bound {
  readonly before: Date;
  readonly limit: number;
}
