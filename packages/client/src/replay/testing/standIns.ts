import { startClient, type Client } from '../../core/client.js';
import type { ClientOptions } from '../../core/options.js';
import type { EventOf, SluiceEvent } from '../../core/event.js';
import type { Recorder, RecorderOptions } from '../recorded.js';
import { startRecordingWith } from '../recording.js';
import { replay, type ReplayOptions } from '../replay.js';

/** Kinds of stand-in events, with the shape of real ones. */
export const click = { type: 3, data: { source: 2 } };
/** An event that a page causes by itself: a changed size. */
export const change = (padding = 0) => ({ type: 3, data: { source: 4, padding: 'x'.repeat(padding) } });
export const mutation = (removes: number) => ({
  type: 3,
  data: {
    source: 0,
    adds: [],
    texts: [],
    attributes: [],
    removes: Array.from({ length: removes }, (_, id) => ({ id })),
  },
});

/** A recorder by hand. */
interface RecorderStandIn {
  readonly record: Recorder;
  readonly emit: (event: { readonly type: number; readonly data: unknown }) => void;
  /** Makes the two events of a snapshot. */
  readonly snapshot: () => void;
  readonly snapshots: () => number;
  readonly options: () => RecorderOptions;
  isRecording: boolean;
}

function createRecorder(): RecorderStandIn {
  let given: RecorderOptions | undefined;
  let snapshots = 0;
  const emit: RecorderStandIn['emit'] = (event) => given?.emit({ ...event, timestamp: Date.now() });
  const snapshot = (): void => {
    snapshots += 1;
    emit({ type: 4, data: { href: 'https://example.com/shop?key=1' } });
    emit({ type: 2, data: { node: { type: 0, id: 1, childNodes: [] } } });
  };
  const record = (options: RecorderOptions) => {
    [given, standIn.isRecording] = [options, true];
    snapshot();
    return () => {
      standIn.isRecording = false;
    };
  };
  const standIn: RecorderStandIn = {
    record: Object.assign(record, { takeFullSnapshot: snapshot, mirror: { getNode: () => null } }),
    emit,
    snapshot,
    snapshots: () => snapshots,
    isRecording: false,
    options: () => {
      if (given === undefined) throw new Error('not recorded');
      return given;
    },
  };
  return standIn;
}

/** A stand-in for `window`. @returns function that fires an event of it */
export function standForPage(storage: Pick<Storage, 'getItem' | 'setItem'> = createStorage()): (event: object) => void {
  const listeners = new Set<(event: object) => void>();
  const page = {
    document: { createDocumentFragment: () => ({ querySelector: () => null }) },
    addEventListener: (_: string, listener: (event: object) => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: (event: object) => void) => listeners.delete(listener),
    sessionStorage: storage,
    top: globalThis,
    self: globalThis,
  };
  for (const [name, value] of Object.entries(page))
    Object.defineProperty(globalThis, name, { value, configurable: true });
  return (event) => listeners.forEach((listener) => listener(event));
}

export function createStorage(): Pick<Storage, 'getItem' | 'setItem'> {
  const items = new Map<string, string>();
  return { getItem: (key) => items.get(key) ?? null, setItem: (key, value) => void items.set(key, value) };
}

/** A page that was loaded, with the program's client and a replay by a recorder of one's own. */
export interface PageStandIn {
  readonly client: Client;
  readonly recorder: RecorderStandIn;
  readonly segments: () => EventOf<'replay'>['payload'][];
  /** Captures an exception. @returns its `replay.id` */
  readonly fail: () => unknown;
  readonly sent: readonly SluiceEvent[];
}

export async function loadPage(options: ReplayOptions, clientOptions: ClientOptions = {}): Promise<PageStandIn> {
  const sent: SluiceEvent[] = [];
  const recorder = createRecorder();
  const load = () =>
    Promise.resolve<Awaited<ReturnType<NonNullable<ReplayOptions['load']>>>>({
      startRecording: (client, sessions, given) =>
        startRecordingWith(recorder.record, { client, sessions, options: given }),
    });
  const client = startClient(
    {
      ...clientOptions,
      transport: () => ({ send: (event) => void sent.push(event) }),
      integrations: [replay({ load, ...options })],
    },
    { contexts: () => ({}), createTransport: () => ({ send: () => undefined }) },
  );
  if (client === undefined) throw new Error('no client');
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return {
    client,
    recorder,
    sent,
    segments: () => sent.flatMap((event) => (event.type === 'replay' ? [event.payload] : [])),
    fail: () => {
      client.capture('exception', { type: 'Error', message: 'failed' });
      return sent.filter(({ type }) => type === 'exception').at(-1)?.contexts?.['replay.id'];
    },
  };
}
