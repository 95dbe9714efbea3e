import { EVENT_TYPES, PROCESSED, type EventType, type KeyKind, type Part, type SerializedPart } from '@sluice/contract';
import type { PreparedEvent } from '../admission/admitEvents.js';

/** The fields that all parts of a batch share. `keyKind` is serialized only for server keys. */
export type PartHeader = Omit<Part, 'indexes' | 'events' | 'keyKind'> & { readonly keyKind: KeyKind | undefined };

/** UTF-16 units of a user agent that are queued with the events. */
const MAX_AGENT = 512;

/** A user agent as it is queued with the events: at most 512 UTF-16 units, never half a character. */
export const cutAgent = (agent: string): string => agent.slice(0, MAX_AGENT).replace(/[\ud800-\udbff]$/, '');

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/**
 * Returns the accepted events of a batch as JSON, one part for each type. The events' bytes are joined, not serialized again.
 * @throws Error if a verdict accepts an event that is not valid: another version of the gateway wrote the batch record
 */
export function serializeParts(
  header: PartHeader,
  verdicts: string,
  prepared: readonly (PreparedEvent | undefined)[],
): SerializedPart[] {
  const keyKind = header.keyKind === 'server' ? header.keyKind : undefined;
  const open = JSON.stringify({ ...header, keyKind } satisfies PartHeader).slice(0, -1);
  const groups = new Map<EventType, { readonly indexes: number[]; readonly pieces: Buffer[] }>();
  for (let index = 0; index < verdicts.length; index += 1) {
    if (verdicts[index] !== PROCESSED) continue;
    const found = prepared[index];
    if (found === undefined) throw new Error(`event ${index} of batch ${header.batch} was accepted and is not valid`);
    const group = groups.get(found.type) ?? { indexes: [], pieces: [] };
    groups.set(found.type, group);
    group.indexes.push(index);
    group.pieces.push(COMMA, found.json);
  }
  return EVENT_TYPES.flatMap((type) => {
    const group = groups.get(type);
    if (group === undefined) return [];
    const { indexes, pieces } = group;
    pieces[0] = Buffer.from(`${open},"indexes":[${indexes.join()}],"events":[`);
    pieces.push(END);
    return [{ type, events: indexes.length, json: Buffer.concat(pieces) }];
  });
}

/** Bytes of each event as it is queued, thus inflated, trimmed and scrubbed; 0 where the event is not queued. */
export const eventSizes = (prepared: readonly (PreparedEvent | undefined)[]): number[] =>
  prepared.map((event) => event?.json.length ?? 0);
