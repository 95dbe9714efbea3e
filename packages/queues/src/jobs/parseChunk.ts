import { isObject, isEventType, type Chunk, type EventType, type Part } from '@sluice/contract';

/**
 * Returns the chunk in a job's data; `undefined` if the text is not a chunk of this type. Does not check its parts: an
 * invalid part must not affect its neighbors, which may belong to other projects.
 */
export function parseChunk(text: string, type: EventType): Chunk | undefined {
  const value = parse(text);
  if (!isObject(value) || !isEventType(value['type']) || value['type'] !== type) return undefined;
  const { version, parts } = value;
  if (typeof version !== 'number' || !Array.isArray(parts)) return undefined;
  return { version, type, parts: parts as readonly Part[] };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
