/** Event types of the service. */
export type EventType = 'exception' | 'log' | 'span' | 'hit' | 'replay';

/** Levels of exceptions and logs; logs may have others. */
export type Level = 'fatal' | 'error' | 'warning' | 'info' | 'debug';

/** Source lines around the position of a frame. */
export interface SourceContext {
  /** Lines before, in file order. */
  readonly before: readonly string[];
  /** The line of the position. */
  readonly line: string;
  readonly after: readonly string[];
}

/** A call of a stack. Line and column are 1-based, as engines print them. */
export interface StackFrame {
  readonly file?: string;
  readonly function?: string;
  readonly line?: number;
  readonly column?: number;
  readonly inApp?: boolean;
  /** UUID that the build wrote into the file and its source map. */
  readonly debugId?: string;
  /** Source lines from disk; Node only. */
  readonly context?: SourceContext;
}

/** Steps before an exception. */
export interface Breadcrumb {
  /** ISO 8601; default now. */
  readonly timestamp?: string;
  /** Category: `navigation`, `ui.click`, `console`, `http`, … */
  readonly category?: string;
  readonly level?: Level;
  readonly message?: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface ExceptionPayload {
  readonly type: string;
  readonly message: string;
  readonly level?: Level;
  /** Whether the program caught it. */
  readonly handled?: boolean;
  /** Newest call first. */
  readonly frames?: readonly StackFrame[];
  /** The raw stack, if it could not be parsed. */
  readonly stack?: string;
  readonly cause?: ExceptionPayload;
  /** Maximum errors of an `AggregateError`. */
  readonly errors?: readonly ExceptionPayload[];
  readonly fingerprint?: readonly string[];
  readonly breadcrumbs?: readonly Breadcrumb[];
}

export interface LogPayload {
  readonly level: string;
  readonly message: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

/** How a span ended. */
export type SpanStatus = 'ok' | 'error' | 'cancelled';

export interface SpanPayload {
  /** 16 hex characters. */
  readonly uuid: string;
  readonly name: string;
  /** 32 hex characters. */
  readonly traceId: string;
  readonly parentId?: string;
  /** ISO 8601. */
  readonly startTime: string;
  readonly endTime: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly op?: string;
  readonly status: SpanStatus;
  readonly metrics: Readonly<Record<string, number>>;
}

export interface HitPayload {
  readonly kind: 'pageview' | 'custom';
  readonly name?: string;
  readonly url?: string;
  readonly referrer?: string;
  readonly title?: string;
  readonly sessionId?: string;
}

export interface ReplayPayload {
  readonly replayId: string;
  /** From 0. */
  readonly segment: number;
  /** Events of the recorder. */
  readonly events: readonly unknown[];
  /** ISO 8601. */
  readonly startTime: string;
  readonly endTime: string;
}

/** Payload of each type of event. */
export interface Payloads {
  readonly exception: ExceptionPayload;
  readonly log: LogPayload;
  readonly span: SpanPayload;
  readonly hit: HitPayload;
  readonly replay: ReplayPayload;
}

/** Flat, keys with dots: `user.id`, `http.status_code`. */
export type Contexts = Record<string, unknown>;

/** An event of one type on the wire. */
export interface EventOf<Type extends EventType> {
  readonly type: Type;
  /** ISO 8601, by the clock of the client. */
  readonly timestamp: string;
  tags?: Record<string, string>;
  contexts?: Contexts;
  payload: Payloads[Type];
}

/** An event on the wire. */
export type SluiceEvent = { [Type in EventType]: EventOf<Type> }[EventType];
