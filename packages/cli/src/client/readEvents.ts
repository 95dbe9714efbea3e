/** A server-sent event. */
export interface ServerEvent {
  /** `message` if the server named none. */
  readonly name: string;
  /** The position after this event; `undefined` if it has none. */
  readonly id: string | undefined;
  readonly data: string;
}

/** Returns the events of a stream as they arrive. What was cut off before its empty line is no event. */
export async function* readEvents(body: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = readEvent(block);
      if (event !== undefined) yield event;
    }
  }
}

function readEvent(block: string): ServerEvent | undefined {
  const lines = block.split('\n');
  const field = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const data = field('data');
  return data === undefined ? undefined : { name: field('event') ?? 'message', id: field('id'), data };
}
