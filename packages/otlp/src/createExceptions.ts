import { EXCEPTION_LEVELS, type Json, type JsonObject } from '@sluice/contract';
import type { TranslatedEvent } from './event.js';
import type { Sender } from './read/readResource.js';
import { merge } from './read/readValue.js';

/** Where and when an exception was reported. */
interface Report {
  readonly sender: Sender;
  /** From {@link withSpan}; the exceptions of a span share them. */
  readonly contexts: JsonObject;
  readonly timestamp: string;
  /** Empty if there is none. */
  readonly traceId: string;
  readonly spanId: string;
  /** `error` unless the record that reports it has another one. */
  readonly level: string;
}

/** Returns the exception that attributes describe; `undefined` if they describe none, or one that was returned before. */
export type ReadException = (attributes: JsonObject, report: Report) => TranslatedEvent | undefined;

/**
 * Returns a reader of the exceptions of one request. One that a span reports several times, with the same type and message, is
 * returned once: instrumentation and program often report the same one.
 */
export function createExceptions(): ReadException {
  const known = new Set<string>();
  return (attributes, report) => {
    const type = textOf(attributes['exception.type']);
    const message = textOf(attributes['exception.message']);
    const stack = textOf(attributes['exception.stacktrace']);
    if (type === '' && message === '' && stack === '') return undefined;
    const { sender, contexts, timestamp, traceId, spanId } = report;
    if (traceId !== '' && spanId !== '') {
      const key = JSON.stringify([traceId, spanId, type, message]);
      if (known.has(key)) return undefined;
      known.add(key);
    }
    const escaped = attributes['exception.escaped'];
    const hasEscaped =
      escaped === undefined ? isGoPanic(stack, sender.platform) : escaped === true || escaped === 'true';
    const payload: JsonObject = {
      ...(type !== '' && { type }),
      ...(message !== '' && { message }),
      level: EXCEPTION_LEVELS.find((level) => level === report.level) ?? 'info',
      ...(hasEscaped && { handled: false }),
      ...(sender.platform !== undefined && { platform: sender.platform }),
      ...(stack !== '' && { stack }),
    };
    return {
      event: { type: 'exception', timestamp, contexts, payload },
      isRecord: false,
    };
  };
}

/** Returns the contexts of an event that belongs to a span; those of the sender itself, without a copy, if it belongs to none. */
export function withSpan({ contexts }: Sender, traceId: string, spanId: string): JsonObject {
  if (traceId === '' && spanId === '') return contexts;
  const all = merge(contexts);
  if (traceId !== '') all['trace.id'] = traceId;
  if (spanId !== '') all['span.id'] = spanId;
  return all;
}

/** The call of the SDK that ends a span during a panic, above the panic itself: it records the panic and lets it go on. */
const ENDED_BY_PANIC =
  /^go\.opentelemetry\.io\/otel\/sdk\/trace\.\(\*(?:recordingSpan|span)\)\.End\(.{0,1000}\n.{0,4000}\npanic\(/m;

const isGoPanic = (stack: string, platform: string | undefined): boolean =>
  platform === 'go' && ENDED_BY_PANIC.test(stack);

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
