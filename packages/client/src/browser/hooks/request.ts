/** A request that the page is about to send. */
export interface RequestStart {
  readonly method: string;
  readonly url: URL;
  /** Headers that are added unless the request has them. */
  readonly headers: Record<string, string>;
}

/** Result of a request. */
export interface RequestEnd {
  /** Absent if there was no response, or an opaque one. */
  readonly status?: number | undefined;
  /** Whether the request failed without a response. */
  readonly hasFailed?: boolean;
  /** Whether the page aborted it. */
  readonly isAborted?: boolean;
  /** Reads a response header that the page may access. */
  readonly header?: (name: string) => string | null | undefined;
}

/** Called with the result of a request. */
export type RequestEnded = (end: RequestEnd) => void;

/** Called before a request is sent. */
export type BeginRequest = (method: unknown, address: unknown) => BegunRequest | undefined;

/** Handlers of an observed request. */
export interface BegunRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly end: RequestEnded;
}
