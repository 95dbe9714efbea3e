/** One output of a build. */
export interface BuildOutput {
  /** Absolute output directory. */
  readonly directory: string;
  readonly isServer: boolean;
}

/** Options of the plugin, the same for all bundlers. Missing options are read from the environment. */
export interface SluiceOptions {
  /** Address of the service: `https://sluice.example`. Else `SLUICE_URL`. */
  readonly url?: string | undefined;
  /**
   * Access token with the scope `project:releases`. Default: `SLUICE_AUTH_TOKEN`; prefer that, so that the token is
   * not in your sources.
   */
  readonly authToken?: string | undefined;
  /** Slug of the organization. Else `SLUICE_ORG`. */
  readonly org?: string | undefined;
  /** Slug of the project. Else `SLUICE_PROJECT`. */
  readonly project?: string | undefined;
  /**
   * The release, as the SDK sends it, character for character. Else `SLUICE_RELEASE`, the commit that the CI system
   * names, or the commit that is checked out. The build sees it as `__SLUICE_RELEASE__`.
   */
  readonly release?: string | undefined;
  /** `false` keeps the maps in the output. Default `true`: they are removed, whether or not the upload succeeded. */
  readonly deleteAfterUpload?: boolean | undefined;
  /**
   * `false` leaves the emitted files as they are. Default `true`: each file that has a map gets a debug id and a line that registers
   * it, so that its frames resolve without a release. esbuild's files get none.
   */
  readonly debugIds?: boolean | undefined;
  /** `false` uploads no maps of server builds; they are removed all the same. Default `true`. */
  readonly ssr?: boolean | undefined;
  /**
   * URL prefix of the emitted files, instead of the bundler's public path. A function is called for each output,
   * including those of servers; if it returns `undefined`, the default applies.
   */
  readonly urlPrefix?: string | ((output: BuildOutput) => string | undefined) | undefined;
  /**
   * Directory that files of servers are named relative to: what `appRoot` of the SDK for Node is where the server runs.
   * Default: the directory in which the build was started.
   */
  readonly appRoot?: string | undefined;
  /** Target of the build, if the bundler does not declare it: `node` for a server, `browser` for pages. */
  readonly platform?: 'browser' | 'node' | undefined;
  /** Only maps of these emitted files are uploaded: globs or expressions for paths below the output directory. */
  readonly include?: readonly (string | RegExp)[] | undefined;
  /** Maps of these emitted files are not uploaded. They are removed all the same. */
  readonly ignore?: readonly (string | RegExp)[] | undefined;
  /**
   * Time limit in seconds for all uploads of a build for browsers, and again for those for servers. Maps that are not
   * uploaded by then cause one warning, and the build continues. Default 60, and 2 more for each megabyte that is sent.
   */
  readonly timeoutSeconds?: number | undefined;
  /** `true` fails the build where a map could not be uploaded or removed. Default `false`: it warns. */
  readonly strict?: boolean | undefined;
  /** `true` prints nothing, not even warnings. */
  readonly silent?: boolean | undefined;
  /** `true` prints what was found, and what became of every file. */
  readonly debug?: boolean | undefined;
  /** Whether the plugin acts. Default: in builds, and not when serving, watching, developing or testing. */
  readonly enabled?: boolean | undefined;
}
