import { expect, test } from '@jest/globals';
import { readEvents, type ServerEvent } from './readEvents.js';

const STREAM =
  'retry: 2000\n\nid: 7-1\nevent: position\ndata: {}\n\ndata: {"text":"größer"}\n\nid: 8-2\nevent: logs\ndata: {"lo';

test.each([1, 3, 7, 1_000])('events are complete in chunks of %d bytes, and a cut one is left out', async (size) => {
  const bytes = Buffer.from(STREAM);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
  }
  const events: ServerEvent[] = [];
  for await (const event of readEvents(chunks())) events.push(event);
  expect(events).toEqual([
    { name: 'position', id: '7-1', data: '{}' },
    { name: 'message', id: undefined, data: '{"text":"größer"}' },
  ]);
});
