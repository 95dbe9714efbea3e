/** Which files are looked at, and what they are called. */
export interface FindOptions {
  /** Put before the path relative to the directory; a `/` between them is added where it lacks. */
  readonly urlPrefix?: string;
  /** Globs of the files that are looked at (all); one without a `/` holds at every depth. */
  readonly include?: readonly string[];
  /** Globs of files that are not there; `node_modules` is one unless `include` names it. */
  readonly ignore?: readonly string[];
}
