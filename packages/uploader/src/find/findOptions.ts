/** Selection and names of files. */
export interface FindOptions {
  /** Prefix of the path relative to the directory; a missing `/` between them is added. */
  readonly urlPrefix?: string;
  /** Globs of included files (default all); one without `/` matches at every depth. */
  readonly include?: readonly string[];
  /** Globs of ignored files; `node_modules` is ignored unless `include` names it. */
  readonly ignore?: readonly string[];
}
