/** A file of a build. */
export interface EmittedFile {
  /** Path relative to the output directory, with `/`. */
  readonly name: string;
  /** Name of its map, if the bundler provides it. */
  readonly map?: string | undefined;
}

/** Access to the files of a build by {@link EmittedFile} name. */
export interface OutputStorage {
  /** Path for messages. */
  pathOf(name: string): string;
  /** Rejects if the file does not exist. */
  read(name: string): Promise<Uint8Array>;
  /** Does nothing if the file does not exist. */
  remove(name: string): Promise<void>;
}

/** A written output of a build. */
export interface EmittedOutput {
  readonly files: readonly EmittedFile[];
  readonly storage: OutputStorage;
  /** Absolute output directory. */
  readonly directory: string;
  /** Public path of the bundler: a path, a full URL, or empty. */
  readonly publicPath: string | undefined;
  /** Whether the output runs on a server. */
  readonly isServer: boolean;
  /** Name of the bundler's option for source maps; for warnings. */
  readonly mapsOption: string;
  /** Whether its files have debug ids. */
  readonly hasDebugIds: boolean;
}
