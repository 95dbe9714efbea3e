import { startClient, type Client } from '../../../packages/client/src/core/client.js';
import type { ReplayPayload, SluiceEvent } from '../../../packages/client/src/core/event.js';
import * as chunk from '../../../packages/client/src/replay/chunk.js';
import { replay, type ReplayOptions } from '../../../packages/client/src/replay/replay.js';
import * as changes from './replayPageChanges.js';

const sent: SluiceEvent[] = [];
let client: Client | undefined;

/** The interface of the page to the test. */
const page = {
  ...changes,
  start: (options: ReplayOptions): void => {
    client = startClient(
      {
        debug: true,
        transport: () => ({ send: (event) => void sent.push(event) }),
        integrations: [replay({ sampleRate: 1, load: () => Promise.resolve(chunk), ...options })],
      },
      { contexts: () => ({}), createTransport: () => ({ send: () => undefined }) },
    );
  },
  /** The replay segments sent so far. */
  segments: (): ReplayPayload[] => sent.flatMap((event) => (event.type === 'replay' ? [event.payload] : [])),
  leave: (): void => client?.leave(),
  /** Calls `leave` on `pagehide`, as `init` does. */
  leaveOnHide: (): void => addEventListener('pagehide', () => client?.leave()),
};
export type ReplayPage = typeof page;

Object.assign(globalThis, { page });
