import { randomUUID } from 'node:crypto';

/** An event as a client may send it: anything at all. */
export type WireEvent = Record<string, unknown>;

/** A value for the tag `serial` that no other event of any test has. */
export const newSerial = (): string => randomUUID();

/** Which event of a test this is: written in its tags, found again in its row. */
export const serialOf = (event: unknown): string | undefined => {
  const tags = (event as { tags?: { serial?: unknown } } | null)?.tags;
  return typeof tags?.serial === 'string' ? tags.serial : undefined;
};

const timestamp = '2024-05-01T12:00:00.000Z';

const payloads = {
  exception: () => ({ type: 'TypeError', message: 'x is not a function' }),
  log: () => ({ level: 'info', message: 'hello' }),
  span: () => ({
    uuid: randomUUID(),
    name: 'GET /',
    traceId: randomUUID(),
    startTime: '2024-05-01T12:00:00.000Z',
    endTime: '2024-05-01T12:00:00.250Z',
    duration: 250,
    status: 'ok',
    metrics: {},
  }),
  hit: () => ({ kind: 'pageview', url: 'https://example.com/' }),
  replay: () => ({ replayId: randomUUID(), segment: 0, events: [{ type: 4 }] }),
} satisfies Record<string, () => WireEvent>;

export type EventType = keyof typeof payloads;

/** In the order of the wire. */
export const eventTypes: readonly EventType[] = ['exception', 'log', 'span', 'hit', 'replay'];

/** A valid event of the type; `over` replaces whole envelope fields, `payload` is merged into the default one. */
export function makeEvent(
  type: EventType,
  over: { payload?: WireEvent; tags?: WireEvent } & WireEvent = {},
): WireEvent & { payload: WireEvent; tags: WireEvent } {
  return {
    type,
    timestamp,
    ...over,
    tags: { serial: newSerial(), ...over.tags },
    payload: { ...payloads[type](), ...over.payload },
  };
}

/** `count` valid events of one type. */
export const makeEvents = (type: EventType, count: number): WireEvent[] =>
  Array.from({ length: count }, () => makeEvent(type));
