import type { Json } from '../job.js';

/** Source lines around the position of a frame (protocol 2.8), nearest lines only. */
export interface WireSourceContext {
  /** Lines before the position, in file order. */
  readonly before: readonly string[];
  /** The line of the position. */
  readonly line: string;
  readonly after: readonly string[];
}

/** One call of a stack, positions 1-based as browsers print them (protocol 2.8). */
export interface WireFrame {
  readonly file?: string;
  readonly function?: string;
  readonly line?: number;
  readonly column?: number;
  readonly inApp?: boolean;
  /** As the client read them; shown where no source map resolves the frame. */
  readonly context?: WireSourceContext;
}

/** What happened before an exception. */
export interface WireBreadcrumb {
  readonly timestamp?: string;
  readonly category?: string;
  readonly type?: string;
  readonly level?: string;
  readonly message?: string;
  readonly data?: Json;
}

/** Payload of an `exception` (protocol 2.8). Every field may be absent; what is not understood is stored as sent. */
export interface ExceptionPayload {
  readonly type?: string;
  readonly message?: string;
  readonly level?: 'fatal' | 'error' | 'warning' | 'info';
  readonly handled?: boolean;
  /** Newest call first. */
  readonly frames?: readonly WireFrame[];
  /** Raw text of the stack, read where `frames` is absent. */
  readonly stack?: string;
  readonly cause?: ExceptionPayload;
  readonly fingerprint?: readonly string[];
  readonly breadcrumbs?: readonly WireBreadcrumb[];
}

/** What an exception's payload must hold to be valid: it is an object, nothing more. */
export const exceptionPayloadSchema = { type: 'object' } as const;
