/** A request of the page that is about to be sent. */
export interface RequestStart {
  readonly method: string;
  readonly url: URL;
  /** Headers that are added to the request, unless it has them. */
  readonly headers: Record<string, string>;
}

/** How a request ended. */
export interface RequestEnd {
  /** Absent where there was no answer, or one that the page may not see. */
  readonly status?: number | undefined;
  /** There was no answer. */
  readonly hasFailed?: boolean;
  /** The page gave it up itself. */
  readonly isAborted?: boolean;
  /** Reads a header of the answer; nothing where the page may not see it. */
  readonly header?: (name: string) => string | null | undefined;
}

/** Called when a request has ended, with its result. */
export type RequestEnded = (end: RequestEnd) => void;

/** Tells of a request, before it is sent. */
export type BeginRequest = (method: unknown, address: unknown) => BegunRequest | undefined;

/** What has to be done for a request that is watched. */
export interface BegunRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: RequestEnded;
}
