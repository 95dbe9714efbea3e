/** A source map to upload. */
export interface MapFile {
  /** Path of the minified file as in the URLs of stack traces, without the origin. */
  readonly filename: string;
  /** Debug id in the minified file; that of the map itself takes precedence. */
  readonly debugId?: string | undefined;
  /** Path of the map, or of the file that contains it inline; for messages. */
  readonly origin: string;
  /** Reads the bytes of the map. May reject. */
  readonly read: () => Promise<Uint8Array>;
}
