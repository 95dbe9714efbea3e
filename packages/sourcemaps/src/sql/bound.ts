/** Limits of one deletion: age and number of rows. */
export interface Bound {
  readonly before: Date;
  readonly limit: number;
}
