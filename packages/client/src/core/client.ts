import { createDropped, type Dropped } from './dropped.js';
import { parseDsn, type Dsn } from './dsn.js';
import type { Contexts, SluiceEvent } from './event.js';
import { eventOf } from './eventOf.js';
import { createGuard, type Guard } from './guard.js';
import type { Client, ClientOptions } from './options.js';
import { createOwnCalls } from './ownCalls.js';
import { createTold } from './told.js';
import type { GroupingTransport } from './transport.js';

export type { Client, Integration } from './options.js';

/** What a transport of ours may ask of the client it serves. */
export interface TransportHost {
  readonly dropped: Dropped;
  /** Tells `onError` of events that were given up on, each once. What the program reports from there is dropped. */
  giveUp(error: unknown, events: readonly SluiceEvent[]): void;
  /** With `debug`. */
  readonly say: Guard['say'];
  readonly warn: Guard['warn'];
}

/** What a browser and Node do differently. */
export interface Platform {
  /** Added to every event that does not have them. */
  contexts(): Contexts;
  createTransport(options: ClientOptions, dsn: Dsn, host: TransportHost): GroupingTransport;
  /** Runs a callback whose requests are the SDK's own, also those it makes later. Only Node knows of such. */
  readonly asOwn?: <T>(callback: () => T) => T;
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
  const [dropped, { asOwn, isSending }] = [createDropped(), createOwnCalls(platform, guard)];
  const host = { ...createTold(options, guard), ...guard, dropped };
  const transport = transportOf(options, platform, host, guard);
  if (!transport) return undefined;
  const [leaving, capturing] = [new Set<() => void>(), new Set<Parameters<Client['onCapture']>[0]>()];
  let stops: ((() => void) | undefined)[] = [];
  let [isClosed, isLeaving] = [false, false];
  const send = (event: SluiceEvent): void => {
    void asOwn(
      () => transport.send(event),
      () => dropped.count('transport', event.type),
    );
  };
  const client: Client = {
    ...{ options, dropped, guard, isOwnError: host.isOwnError, isSending, endpoint: transport.endpoint },
    prepare: (type, payload, parts, hint = {}) => {
      if (isClosed || host.isTelling()) return undefined;
      const certain = Array.from(capturing, (callback) => guard(() => callback(type)));
      const event = eventOf(options, platform.contexts(), { type, payload, ...parts });
      const { beforeSend = (same) => same } = options;
      const sent = host.ask(() => beforeSend(event, hint)) ?? undefined;
      const counts = sent && dropped.take();
      if (sent && counts) sent.contexts = { ...sent.contexts, 'sdk.dropped': counts };
      if (sent) for (const callback of certain) guard(() => callback?.());
      else dropped.count('before_send', type);
      return sent;
    },
    capture: (...all) => {
      const event = client.prepare(...all);
      if (event && isLeaving) client.sendTogether([event]);
      else if (event) send(event);
    },
    sendTogether: (events) => {
      if (!transport.sendTogether) events.forEach(send);
      else if (events[0]) asOwn(() => transport.sendTogether?.(events, isLeaving));
    },
    onCapture: (callback) => adding(capturing, callback),
    onLeave: (callback) => adding(leaving, callback),
    leave: () => {
      isLeaving = true;
      leaving.forEach((callback) => guard(callback));
      isLeaving = false;
      asOwn(() => transport.leave?.());
    },
    flush: () => Promise.resolve(asOwn(() => transport.flush?.())),
    close: async () => {
      if (isClosed) return;
      leaving.forEach((callback) => guard(callback));
      isClosed = true;
      for (const stop of stops.reverse()) guard(() => stop?.());
      if (current === client) current = undefined;
      await client.flush();
      guard(() => transport.close?.());
    },
  };
  // Integrations may ask for the program's client while they start.
  current = client;
  stops = startIntegrations(client);
  return client;
}

/** @returns what stops them again */
function startIntegrations(client: Client): ((() => void) | undefined)[] {
  const { guard, options } = client;
  let failures = 0;
  const count = (): number => ++failures;
  const stops = (options.integrations ?? []).map((one) => guard(() => one.setup(client), count));
  if (failures > 0) guard.warn(`${failures} of the integrations did not start`);
  return stops;
}

function adding<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => all.delete(one);
}

function transportOf(
  options: ClientOptions,
  platform: Platform,
  host: TransportHost,
  guard: Guard,
): GroupingTransport | undefined {
  const { dsn, transport } = options;
  if (transport) return transport(options);
  if (!dsn) return undefined;
  const parsed = parseDsn(dsn);
  if (parsed) return platform.createTransport(options, parsed, host);
  guard.warn('Nothing is sent: the dsn must be https://<key>@<host>, with a key of 32 hexadecimal digits');
  return undefined;
}
