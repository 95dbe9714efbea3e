import { isEventType, type Chunk, type EventType, type Part } from '@sluice/contract';

/** The chunk in a job's data; `undefined` where the text is no chunk of this type, whatever else it may be. */
export function parseChunk(text: string, type: EventType): Chunk | undefined {
  const value = parse(text);
  if (!isRecord(value) || !isEventType(value['type']) || value['type'] !== type) return undefined;
  const { version, parts } = value;
  if (typeof version !== 'number' || !Array.isArray(parts) || !parts.every(isPart)) return undefined;
  return { version, type, parts };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const TEXT_FIELDS = ['project', 'organization', 'batch', 'epoch', 'ip', 'agent'] as const;
const NUMBER_FIELDS = ['arrival', 'hour'] as const;

/** Checks the header of a part and that each event has its index; events were validated when they were accepted. */
function isPart(value: unknown): value is Part {
  if (!isRecord(value)) return false;
  const { indexes, events } = value;
  return (
    TEXT_FIELDS.every((field) => typeof value[field] === 'string') &&
    NUMBER_FIELDS.every((field) => Number.isFinite(value[field])) &&
    Array.isArray(indexes) &&
    indexes.every(Number.isInteger) &&
    Array.isArray(events) &&
    events.length === indexes.length &&
    events.every(isRecord)
  );
}
