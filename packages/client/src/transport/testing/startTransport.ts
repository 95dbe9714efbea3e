import { jest } from '@jest/globals';
import { createDropped, type Dropped } from '../../core/dropped.js';
import type { EventType, SluiceEvent } from '../../core/event.js';
import type { GroupingTransport, TransportOptions } from '../../core/transport.js';
import { createBatchTransport } from '../createBatchTransport.js';

export const KEY = '0123456789abcdef0123456789abcdef';
export const ENDPOINT = 'https://sluice.example/api/envelope';

/** A request that the transport made. */
interface Asked {
  readonly url: string;
  readonly init: RequestInit;
  readonly body: string;
  /** Names of its events, see {@link named}. */
  readonly names: readonly string[];
  /** Date.now() of the time it was made. */
  readonly at: number;
}

/** Behavior of the server: a response, an error for a failed network, or `undefined` for a server that hangs. */
export type Server = (asked: Asked) => Response | Promise<Response> | Error | undefined;

export interface Started {
  readonly transport: Required<Pick<GroupingTransport, 'flush' | 'leave' | 'close' | 'sendTogether'>> &
    GroupingTransport;
  /** Requests that carry their key in a header. */
  readonly asked: Asked[];
  /** Requests that carry it in their address: those that outlive the page. */
  readonly left: Asked[];
  readonly beacons: Asked[];
  readonly dropped: Dropped;
  /** Events that the program was reported of, by name, and why. */
  readonly reported: { readonly name: string; readonly error: unknown }[];
  /** Messages printed to the console regardless of `debug`. */
  readonly warnings: string[];
  /** Prints a message if `debug` is set. */
  readonly logged: string[];
}

export const answer = (status = 202, headers: Record<string, string> = {}): Response =>
  new Response('{}', { status, headers });

/** An event of a type, with a name by which a test knows it again. */
export const named = (name: string, type: EventType = 'log', more: object = {}): SluiceEvent =>
  ({ type, timestamp: '2026-01-01T00:00:00.000Z', tags: { name }, payload: {}, ...more }) as unknown as SluiceEvent;

/** Several: `log0`, `log1`, … */
export const several = (count: number, type: EventType = 'log', more: object = {}): SluiceEvent[] =>
  Array.from({ length: count }, (_, index) => named(`${type}${index}`, type, more));

const nameOf = (event: SluiceEvent | null): string => event?.tags?.['name'] ?? '?';

interface Surroundings {
  readonly server?: Server;
  /** Whether a beacon is taken; absent where the platform has none. */
  readonly beacon?: (asked: Asked) => boolean;
  readonly random?: () => number;
  readonly onError?: () => void;
  /** A fetch that cannot be aborted. */
  readonly isDeaf?: boolean;
}

const { random: chance } = Math;

/** A transport in a made world; the test has fake timers. */
export function startTransport(options: TransportOptions = {}, surroundings: Surroundings = {}): Started {
  const { server = () => answer(), beacon, random = chance, onError, isDeaf } = surroundings;
  jest.spyOn(Math, 'random').mockImplementation(random);
  const started = {
    asked: [] as Asked[],
    left: [] as Asked[],
    beacons: [] as Asked[],
    reported: [] as Started['reported'][number][],
    warnings: [] as string[],
    logged: [] as string[],
  };
  const dropped = createDropped();
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const asked = askedOf(url, init);
    (url.includes('service_key=') ? started.left : started.asked).push(asked);
    const result = server(asked);
    return new Promise((resolve, reject) => {
      if (result instanceof Error) reject(result);
      else if (result !== undefined) resolve(result);
      if (!isDeaf) init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    });
  };
  const sendBeacon = (url: string, body: string): boolean => {
    const asked = askedOf(url, { body });
    const isTaken = beacon?.(asked) === true;
    if (isTaken) started.beacons.push(asked);
    return isTaken;
  };
  const navigator = beacon === undefined ? undefined : { sendBeacon };
  Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true, writable: true });
  const transport = createBatchTransport(
    { transportOptions: options },
    { key: KEY, endpoint: ENDPOINT },
    {
      dropped,
      giveUp: (error, events) => {
        for (const event of events) started.reported.push({ name: nameOf(event), error });
        onError?.();
      },
      say: (message) => void started.logged.push(String(message)),
      warn: (message) => void started.warnings.push(message),
    },
    { fetch: fetch as typeof globalThis.fetch },
  );
  return { transport: transport as Started['transport'], dropped, ...started };
}

function askedOf(url: string, init: RequestInit): Asked {
  const body = init.body as string;
  const { events } = JSON.parse(body) as { events: SluiceEvent[] };
  return { url, init, body, names: events.map(nameOf), at: Date.now() };
}

/** Lets promises settle, without time going by. */
export const settle = async (): Promise<void> => {
  await jest.advanceTimersByTimeAsync(0);
};

export const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
};

export const utf8Bytes = (text: string): number => new TextEncoder().encode(text).length;
