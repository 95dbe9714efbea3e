import { startClient, type Client, type TransportHost } from '../../core/client.js';
import type { EventOf, EventType, SluiceEvent } from '../../core/event.js';
import type { ClientOptions } from '../../core/options.js';
import { resetScopes } from '../../core/scope.js';

/** A client whose events stay here. */
export interface Collected {
  readonly client: Client;
  readonly events: SluiceEvent[];
  /** Batches as sent, in order. */
  readonly groups: (readonly SluiceEvent[])[];
  /** Arguments of its transport. */
  readonly host: TransportHost | undefined;
  of<Type extends EventType>(type: Type): EventOf<Type>[];
}

/** Starts a client that collects sent events; resets scopes. */
export function collectEvents(options: ClientOptions = {}): Collected {
  resetScopes();
  const events: SluiceEvent[] = [];
  const groups: (readonly SluiceEvent[])[] = [];
  let host: TransportHost | undefined;
  const client = startClient(
    { dsn: `https://${'a'.repeat(32)}@sluice.example`, ...options },
    {
      contexts: () => ({}),
      createTransport: (_options, _dsn, given) => {
        host = given;
        return {
          send: (event) => {
            events.push(event);
          },
          sendTogether: (group) => {
            groups.push(group);
            events.push(...group);
          },
        };
      },
    },
  );
  if (client === undefined) throw new Error('There is no client.');
  const of = <Type extends EventType>(type: Type): EventOf<Type>[] =>
    events.filter((event): event is EventOf<Type> & SluiceEvent => event.type === type);
  return { client, events, groups, host, of };
}
