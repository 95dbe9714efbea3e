import { createDropped, type Dropped } from './dropped.js';
import { parseDsn, type Dsn } from './dsn.js';
import type { Contexts, EventType, SluiceEvent } from './event.js';
import { eventOf } from './eventOf.js';
import { createGuard, type Guard } from './guard.js';
import type { Client, ClientOptions, Integration } from './options.js';
import { createTelling } from './telling.js';
import type { GroupingTransport } from './transport.js';

export type { Client, Integration } from './options.js';

/** What a transport of ours may ask of the client it serves. */
export interface TransportHost {
  readonly dropped: Dropped;
  /** Tells `onError` of events that were given up on, each once. What the program reports from there is dropped. */
  giveUp(error: unknown, events: readonly SluiceEvent[]): void;
  debug(message: string): void;
}

/** What a browser and Node do differently. */
export interface Platform {
  /** Added to every event that does not have them. */
  contexts(): Contexts;
  createTransport(options: ClientOptions, dsn: Dsn, host: TransportHost): GroupingTransport;
}

let current: Client | undefined;

/** The client of the program; `undefined` before `init`, after `close`, and without a DSN. */
export const getClient = (): Client | undefined => current;

/** Starts a client and makes it the program's own; one that was there before is closed. */
export function startClient(options: ClientOptions, platform: Platform): Client | undefined {
  void current?.close();
  current = undefined;
  const guard = createGuard(options.debug === true);
  return guard(() => createClient(options, platform, guard));
}

function createClient(options: ClientOptions, platform: Platform, guard: Guard): Client | undefined {
  const [dropped, telling] = [createDropped(), createTelling(options, guard)];
  const host: TransportHost = { dropped, giveUp: telling.giveUp, debug: guard.say };
  const transport = transportOf(options, platform, host, guard);
  if (transport === undefined) return undefined;
  const [leaving, capturing] = [new Set<() => void>(), new Set<(type: EventType) => void>()];
  let stops: (() => void)[] = [];
  let isClosed = false;

  const send = (event: SluiceEvent): void => {
    void guard(
      () => transport.send(event),
      () => dropped.count('transport', event.type),
    );
  };
  const release = (): void => leaving.forEach((callback) => guard(callback));
  const client: Client = {
    ...{ options, dropped, guard, isOwnError: telling.isOwnError },
    prepare: (type, payload, parts, hint = {}) => {
      if (isClosed || telling.isTelling()) return undefined;
      for (const callback of capturing) guard(() => callback(type));
      const event = eventOf(options, platform.contexts(), { type, payload, ...parts });
      const { beforeSend } = options;
      const sent = beforeSend === undefined ? event : guard(() => beforeSend(event, hint));
      if (sent) tellDropped(dropped, sent);
      else dropped.count('before_send', type);
      return sent ?? undefined;
    },
    capture: (type, payload, parts, hint) => {
      const event = client.prepare(type, payload, parts, hint);
      if (event !== undefined) send(event);
    },
    sendTogether: (events) => {
      if (transport.sendTogether === undefined) events.forEach(send);
      else if (events.length > 0) guard(() => transport.sendTogether?.(events));
    },
    onCapture: (callback) => adding(capturing, callback),
    onLeave: (callback) => adding(leaving, callback),
    leave: () => {
      release();
      guard(() => transport.leave?.());
    },
    isOwn: (url) => transport.endpoint !== undefined && url.startsWith(transport.endpoint),
    flush: async () => {
      await guard(() => transport.flush?.());
    },
    close: async () => {
      if (isClosed) return;
      release();
      isClosed = true;
      for (const stop of stops.reverse()) guard(stop);
      if (current === client) current = undefined;
      await client.flush();
      guard(() => transport.close?.());
    },
  };
  // Integrations may ask for the program's client while they start.
  current = client;
  stops = startAll(client, options.integrations ?? []);
  return client;
}

function adding<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => all.delete(one);
}

function startAll(client: Client, integrations: readonly Integration[]): (() => void)[] {
  const stops: (() => void)[] = [];
  for (const integration of integrations) {
    const stop = client.guard(() => integration.setup(client));
    if (stop) stops.push(stop);
  }
  return stops;
}

function tellDropped(dropped: Dropped, event: SluiceEvent): void {
  const counts = dropped.take();
  if (counts !== undefined) event.contexts = { ...event.contexts, 'sdk.dropped': counts };
}

function transportOf(
  options: ClientOptions,
  platform: Platform,
  host: TransportHost,
  guard: Guard,
): GroupingTransport | undefined {
  if (options.transport !== undefined) return options.transport(options);
  if (options.dsn === undefined || options.dsn === '') return undefined;
  const dsn = parseDsn(options.dsn);
  if (typeof dsn !== 'string') return platform.createTransport(options, dsn, host);
  guard.warn(`The dsn is not usable: ${dsn}. Nothing is sent.`);
  return undefined;
}
