import { getClient, type Client } from '../core/client.js';
import type { Contexts, SpanPayload, SpanStatus } from '../core/event.js';
import { isoTime } from '../core/isoTime.js';
import { currentTracePosition, currentScope, withTracePosition } from '../core/scope.js';
import { hold, release } from './heldTraces.js';
import { newTrace } from './newTrace.js';
import { randomId } from './randomId.js';
import type { LiveSpan, SpanOptions } from './span.js';

const nothing = (): void => undefined;

/** Span without a client: runs callbacks and does nothing else. */
const NO_SPAN: LiveSpan = {
  traceId: '',
  spanId: '',
  isSampled: false,
  metric: nothing,
  setData: nothing,
  setStatus: nothing,
  end: nothing,
  run: (callback) => callback(),
};

/** Starts a span that the caller ends; {@link NO_SPAN} without a client. */
export function beginSpan(name: string, options: SpanOptions = {}): LiveSpan {
  const client = getClient();
  return client ? begin(client, name, options) : NO_SPAN;
}

// Plain object literals, because spans are only fast if V8 knows their shape.
function begin(client: Client, name: string, options: SpanOptions): LiveSpan {
  const { op, data, parent, startedAt } = options;
  const scope = currentScope();
  const start = startedAt ?? Date.now();
  const began = performance.now();
  const given = parent === undefined ? currentTracePosition() : parent;
  // A span started before the client has no trace.
  const place = given?.traceId ? given : newTrace(name, options);
  const { traceId, isSampled, spanId: parentId } = place;
  const above = (place as LiveSpan).held;
  const held = above ?? { events: [], isOver: false };
  const spanId = randomId(8);
  const metrics: Record<string, number> = {};
  const contexts: Contexts = {};
  if (data) client.guard(() => Object.assign(contexts, data));
  let status: SpanStatus | undefined;
  let isOpen = true;

  const durationAt = (at: number | undefined): number =>
    rounded(at === undefined && startedAt === undefined ? performance.now() - began : (at ?? Date.now()) - start);

  const send = (duration: number, otherwise: SpanStatus, finalName: string): void => {
    const payload = {
      uuid: spanId,
      name: finalName,
      traceId,
      parentId,
      startTime: isoTime(start),
      endTime: isoTime(start + duration),
      duration,
      op,
      status: status ?? otherwise,
      metrics,
    } as SpanPayload;
    const parts = { at: start, timestamp: payload.startTime, contexts, place: span, scope };
    if (above?.isOver) return client.capture('span', payload, parts);
    const event = client.build('span', payload, parts);
    if (!above) release(client, held, event);
    else if (event) hold(client, held, event);
  };
  const span: LiveSpan = {
    traceId,
    spanId,
    isSampled,
    held,
    metric: (key, value) => {
      if (isOpen && Number.isFinite(value)) metrics[key] = value;
    },
    setData: (key, value) => {
      contexts[key] = value;
    },
    setStatus: (given) => {
      status = given;
    },
    end: (at, otherwise = 'ok', finalName = name) => {
      if (!isOpen) return;
      isOpen = false;
      if (isSampled) client.guard(() => send(durationAt(at), otherwise, finalName));
      if (!above) held.isOver = true;
    },
    run: (callback) => withTracePosition(span, callback),
  };
  return span;
}

/** In whole microseconds, at least 0; further digits are noise. */
const rounded = (duration: number): number => Math.round(Math.max(0, duration) * 1_000) / 1_000;
