/** A source map that is to be uploaded. */
export interface MapFile {
  /** Path of the minified file as the URLs of stack traces have it, without the origin. */
  readonly filename: string;
  /** Path of the map, or of the file that carries it inline; for reports. */
  readonly origin: string;
  /** The map's bytes; called at most once, when its turn comes. May reject. */
  readonly read: () => Promise<Uint8Array>;
}
