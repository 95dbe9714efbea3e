import { createCallCounter, type RunCall } from './callCounter.js';
import { createDropped, type Dropped } from './dropped.js';
import { parseDsn, type Dsn } from './dsn.js';
import type { Contexts, SluiceEvent } from './event.js';
import { eventOf } from './eventOf.js';
import { createGuard, type Guard } from './guard.js';
import type { Client, ClientOptions, Integration } from './options.js';
import { createLossReporter } from './lossReporter.js';
import type { GroupingTransport } from './transport.js';

export type { Client, Integration } from './options.js';

/** What the client provides to built-in transports. */
export interface TransportHost {
  readonly dropped: Dropped;
  /** Calls `onError` once for each lost event. Events captured within the callback are dropped. */
  giveUp(error: unknown, events: readonly SluiceEvent[]): void;
  /** Prints a message if `debug` is set. */
  readonly say: Guard['say'];
  readonly warn: Guard['warn'];
}

/** Differences between browser and Node. */
export interface Platform {
  /** Contexts added to every event that lacks them. */
  contexts(): Contexts;
  createTransport(options: ClientOptions, dsn: Dsn, host: TransportHost): GroupingTransport;
  /** Marks requests of guarded callbacks as own requests, including later ones; Node only. */
  readonly asOwn?: (guard: Guard) => RunCall;
}

let current: Client | undefined;

/** The active client; `undefined` before `init`, after `close` and without a DSN. */
export const getClient = (): Client | undefined => current;

/** Starts a client and makes it active; the previous one is closed. */
export function startClient(options: ClientOptions, platform: Platform): Client | undefined {
  void current?.close();
  current = undefined;
  const guard = createGuard(options.debug === true);
  return guard(() => createClient(options, platform, guard));
}

// Closures share the state of a client; passing it around would cost bytes on every page.
function createClient(options: ClientOptions, platform: Platform, guard: Guard): Client | undefined {
  const dropped = createDropped();
  const [asOwn, hold, isSending] = createCallCounter(platform.asOwn?.(guard) ?? guard, !platform.asOwn);
  const [giveUp, ask, isTelling, note] = createLossReporter(options, guard);
  const transport = transportOf(options, platform, { ...guard, dropped, giveUp });
  if (!transport) return undefined;
  const [leaving, capturing] = [new Set<() => void>(), new Set<Parameters<Client['onCapture']>[0]>()];
  let stops: ((() => void) | undefined)[] = [];
  let [isClosed, isLeaving] = [false, false];
  const send = (event: SluiceEvent): void => {
    const sent = asOwn(
      () => transport.send(event),
      () => dropped.count('transport', event.type),
    );
    if (transport.endpoint || !sent) return;
    // Requests of a custom transport cannot be recognized by their URL; reporting them would send further ones.
    void hold(sent);
  };
  const client: Client = {
    options,
    dropped,
    guard,
    endpoint: transport.endpoint,
    isSending,
    build: (type, payload, parts, hint = {}) => {
      if (isClosed || isTelling()) return undefined;
      const certain = [...capturing].map((callback) => guard(() => callback(type)));
      const event = eventOf(options, { type, payload, parts, platform: platform.contexts() });
      const { beforeSend } = options;
      const sent = beforeSend ? ask(() => beforeSend(event, hint)) : event;
      if (!sent) return dropped.count('before_send', type) as undefined;
      const counts = dropped.take();
      if (counts) sent.contexts = { ...sent.contexts, 'sdk.dropped': counts };
      note(sent);
      for (const callback of certain) guard(() => callback?.());
      return sent;
    },
    capture: (...all) => {
      const event = client.build(...all);
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
    flush: async () => asOwn(() => transport.flush?.()),
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
  // Integrations may use the active client while they start.
  current = client;
  stops = (options.integrations ?? []).map((one) => {
    const failed = (): void => guard.warn(`integration ${(one as Integration).name} failed`);
    return one ? guard(() => one.setup(client), failed) : undefined;
  });
  return client;
}

function adding<T>(all: Set<T>, one: T): () => void {
  all.add(one);
  return () => all.delete(one);
}

function transportOf(options: ClientOptions, platform: Platform, host: TransportHost): GroupingTransport | undefined {
  const { dsn, transport } = options;
  if (transport) return transport(options);
  const parsed = parseDsn(dsn);
  if (parsed) return platform.createTransport(options, parsed, host);
  (dsn ? host.warn : host.say)('Nothing is sent: dsn must be https://<public key>@<host>');
  return undefined;
}
