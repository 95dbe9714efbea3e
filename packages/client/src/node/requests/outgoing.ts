/** A request of this process that is about to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  /** Adds a header, unless the request has it, or is under way already. */
  addHeader(name: string, value: string): void;
}

/** Result of a request. */
export interface RequestEnd {
  /** Absent where there was no answer. */
  readonly status?: number | undefined;
  /** Why there was none. */
  readonly error?: unknown;
}

/** Is told of a request, and answers who is told of its end, once. */
export type RequestWatcher = (request: OutgoingRequest) => ((end: RequestEnd) => void) | undefined;
