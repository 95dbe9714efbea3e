import { createDropped, type Dropped } from './dropped.js';
import { parseDsn, type Dsn } from './dsn.js';
import type { Contexts, EventType, Payloads, SluiceEvent } from './event.js';
import { eventOf, type EventParts } from './eventParts.js';
import { createGuard, type Guard } from './guard.js';
import type { ClientOptions, Hint } from './options.js';
import { createTelling } from './telling.js';
import type { GroupingTransport } from './transport.js';

/** A part that may be left out of a program. */
export interface Integration {
  readonly name: string;
  /** Starts. @returns what stops it again, and puts back whatever it wrapped */
  setup(client: Client): (() => void) | undefined;
}

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

/** What takes events of the whole program, and what integrations work with. */
export interface Client {
  readonly options: ClientOptions;
  readonly dropped: Dropped;
  /** Runs a callback; what it throws is the SDK's own affair, and told only with `debug`. */
  readonly guard: Guard;
  /** Makes an event of a payload and sends it. */
  capture<Type extends EventType>(type: Type, payload: Payloads[Type], parts?: EventParts, hint?: Hint): void;
  /** An event as it would be sent; `undefined` where `beforeSend` drops it. */
  prepare<Type extends EventType>(
    type: Type,
    payload: Payloads[Type],
    parts?: EventParts,
    hint?: Hint,
  ): SluiceEvent | undefined;
  /** Sends events that belong together. */
  sendTogether(events: readonly SluiceEvent[]): void;
  /** Calls back before an event of a type is made: what it sets in a scope is in the event. @returns undoes it */
  onCapture(callback: (type: EventType) => void): () => void;
  /** Calls back before everything has to leave: the page is hidden, or the client is closed. @returns undoes it */
  onLeave(callback: () => void): () => void;
  /** Everything leaves that is held or buffered, in a way that outlives the page. */
  leave(): void;
  /** Whether a request is the SDK's own. */
  isOwn(url: string): boolean;
  /** Whether `onError` was given this error, or is being called right now: to report it would go round in circles. */
  isOwnError(error: unknown): boolean;
  /** Resolves when what is buffered was sent, or given up on. */
  flush(): Promise<void>;
  /** Sends what there is, and stops: nothing is captured from then on. */
  close(): Promise<void>;
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
