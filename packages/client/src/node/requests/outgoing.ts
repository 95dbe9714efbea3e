/** A request that the process is about to send. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: URL;
  /** Adds a header, unless the request has it or is already sent. */
  addHeader(name: string, value: string): void;
}

/** Result of a request. */
export interface RequestEnd {
  /** Absent without a response. */
  readonly status?: number | undefined;
  /** The error, if there was no response. */
  readonly error?: unknown;
}

/** Called before a request; returns a function that is called once when it ends. */
export type RequestWatcher = (request: OutgoingRequest) => ((end: RequestEnd) => void) | undefined;
