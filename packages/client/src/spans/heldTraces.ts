import type { Client } from '../core/client.js';
import type { SluiceEvent } from '../core/event.js';
import type { HeldTrace } from './span.js';

/** Maximum finished spans of a trace that wait for its root. */
const MOST_SPANS = 1_000;
/** Maximum traces with held spans; the oldest is sent first, because a root may never end. */
const MOST_TRACES = 1_000;

const holding = new WeakMap<Client, Set<HeldTrace>>();

/** Holds a finished span until its local root ends, the page is left, or there are a thousand. */
export function hold(client: Client, trace: HeldTrace, event: SluiceEvent): void {
  const all = holding.get(client) ?? holdFor(client);
  all.add(trace);
  if (trace.events.push(event) >= MOST_SPANS) release(client, trace);
  else if (all.size > MOST_TRACES) for (const oldest of all) return release(client, oldest);
}

/** Sends the held spans of a trace and its root. */
export function release(client: Client, trace: HeldTrace, root?: SluiceEvent): void {
  holding.get(client)?.delete(trace);
  const { events } = trace;
  trace.events = [];
  if (root) events.push(root);
  client.sendTogether(events);
}

function holdFor(client: Client): Set<HeldTrace> {
  const all = new Set<HeldTrace>();
  holding.set(client, all);
  client.onLeave(() => all.forEach((trace) => release(client, trace)));
  return all;
}
