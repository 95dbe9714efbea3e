/** A file that a build wrote, map or not. */
export interface EmittedFile {
  /** Path below the output directory, with `/`. */
  readonly name: string;
  /** Name of its map, where the bundler says so. */
  readonly map?: string | undefined;
}

/** Where a build's files are. Names are those of {@link EmittedFile}. */
export interface OutputStorage {
  /** For reports. */
  pathOf(name: string): string;
  /** Rejects where it is not there. */
  read(name: string): Promise<Uint8Array>;
  /** No error where it is not there. */
  remove(name: string): Promise<void>;
}

/** What one output of a build consists of, once it is written. */
export interface EmittedOutput {
  readonly files: readonly EmittedFile[];
  readonly storage: OutputStorage;
  /** Where it was written, absolute. */
  readonly directory: string;
  /** What the bundler puts before the files in addresses: a path, a full URL, or nothing. */
  readonly publicPath: string | undefined;
  /** Built for a server, not for browsers. */
  readonly isServer: boolean;
  /** The bundler's option that turns maps on; for warnings. */
  readonly mapsOption: string;
}
