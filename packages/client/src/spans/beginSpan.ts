import { getClient, type Client } from '../core/client.js';
import type { Contexts, SpanPayload, SpanStatus } from '../core/event.js';
import { currentPlace, currentScope, withPlace } from '../core/scope.js';
import { hold, release } from './heldTraces.js';
import { newTrace } from './newTrace.js';
import { randomSpanId } from './randomSpanId.js';
import type { HeldTrace, LiveSpan, SpanOptions } from './span.js';

const nothing = (): void => undefined;

/** What a program without a client gets: it runs callbacks, and does nothing else. */
export const NO_SPAN: LiveSpan = {
  ...{ traceId: '', spanId: '', isSampled: false, held: undefined },
  ...{ metric: nothing, setData: nothing, setStatus: nothing, end: nothing },
  run: (callback) => callback(),
};

/** Begins a span that the caller ends. {@link NO_SPAN} where there is no client. Never throws. */
export function beginSpan(name: string, options: SpanOptions = {}): LiveSpan {
  const client = getClient();
  return client?.guard(() => begin(client, name, options)) ?? NO_SPAN;
}

function begin(client: Client, name: string, { op, data, parent, startedAt }: SpanOptions): LiveSpan {
  const [scope, began] = [currentScope(), performance.now()];
  const start = startedAt ?? Date.now();
  const place = (parent === undefined ? currentPlace() : parent) ?? newTrace(client);
  const { traceId, isSampled, spanId: parentId } = place;
  const above = (place as LiveSpan).held;
  const held = above ?? { events: [], isOver: false };
  const contexts: Contexts = { ...data };
  const metrics: Record<string, number> = {};
  let status: SpanStatus | undefined;
  let isOpen = true;

  const send = (at: number | undefined, otherwise: SpanStatus): void => {
    const duration = Math.max(
      0,
      at !== undefined || startedAt !== undefined ? (at ?? Date.now()) - start : performance.now() - began,
    );
    const payload: SpanPayload = {
      uuid: span.spanId,
      ...{ name, traceId, startTime: iso(start), endTime: iso(start + duration), duration, metrics },
      status: status ?? otherwise,
      ...(op !== undefined && { op }),
      ...(parentId !== undefined && { parentId }),
    };
    const parts = { at: start, contexts, place: span, scope };
    if (above?.isOver) return client.capture('span', payload, parts);
    const event = client.prepare('span', payload, parts);
    if (above === undefined) release(client, held, ...(event ? [event] : []));
    else if (event) hold(client, held, event);
  };
  const span: LiveSpan = {
    ...{ traceId, spanId: randomSpanId(), isSampled, held },
    metric: (key, value) => {
      if (Number.isFinite(value)) metrics[key] = value;
    },
    setData: (key, value) => {
      contexts[key] = value;
    },
    setStatus: (given) => {
      status = given;
    },
    end: (at, otherwise = 'ok') => {
      if (!isOpen) return;
      isOpen = false;
      if (isSampled) client.guard(() => send(at, otherwise));
      if (above === undefined) held.isOver = true;
    },
    run: (callback) => withPlace(span, callback),
  };
  return span;
}

const iso = (at: number): string => new Date(at).toISOString();
