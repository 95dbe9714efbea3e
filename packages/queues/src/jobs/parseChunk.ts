import { isEventType, type Chunk, type EventType, type Part } from '@sluice/contract';

/**
 * The chunk in a job's data; `undefined` where the text is no chunk of this type, whatever else it may be. Its parts are
 * not looked at: one that is broken must not take its neighbours, which may be other projects', with it.
 */
export function parseChunk(text: string, type: EventType): Chunk | undefined {
  const value = parse(text);
  if (!isRecord(value) || !isEventType(value['type']) || value['type'] !== type) return undefined;
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

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
