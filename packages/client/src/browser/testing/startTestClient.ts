import { startClient, type Client, type Integration } from '../../core/client.js';
import type { EventOf, EventType, SluiceEvent } from '../../core/event.js';
import type { ClientOptions } from '../../core/options.js';

/** Where the test's client would send to. */
export const TEST_ENDPOINT = 'https://sluice.example/api/envelope';

/** A client whose events are kept here instead of being sent. */
export interface TestClient {
  readonly client: Client;
  readonly events: SluiceEvent[];
  readonly ofType: <Type extends EventType>(type: Type) => EventOf<Type>[];
}

export function startTestClient(integrations: readonly Integration[], options: ClientOptions = {}): TestClient {
  const events: SluiceEvent[] = [];
  const transport = { endpoint: TEST_ENDPOINT, send: (event: SluiceEvent): unknown => events.push(event) };
  const platform = {
    contexts: () => ({}),
    createTransport: () => {
      throw new Error('not in this test');
    },
  };
  const client = startClient({ ...options, transport: () => transport as never, integrations }, platform);
  if (client === undefined) throw new Error('no client');
  const ofType = <Type extends EventType>(type: Type): EventOf<Type>[] =>
    events.filter((event) => event.type === type) as EventOf<Type>[];
  return { client, events, ofType };
}
