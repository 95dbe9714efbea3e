import { EVENT_TYPES, PROCESSED, type EventType, type KeyKind, type Part, type SerializedPart } from '@sluice/contract';
import type { Decision } from '@sluice/redis';
import type { SerializedEvent } from '../batch/admittedBatch.js';

/** The sender and the events of a batch, as they are queued. */
export interface BatchContent {
  readonly projectId: string;
  readonly organizationId: string;
  /** As far as the project stores it. */
  readonly address: string;
  /** See `StoredSender`; serialized with hits only. */
  readonly visitor?: string | undefined;
  readonly agent: string;
  /** Serialized for server keys only. */
  readonly keyKind?: KeyKind | undefined;
  readonly serialized: readonly (SerializedEvent | undefined)[];
  /** See `Part`. */
  readonly trace?: string | undefined;
}

/** UTF-16 units of a user agent that are queued with the events. */
const MAX_AGENT = 512;

/** Returns at most 512 UTF-16 units of a user agent, without half a character at the end. */
export const cutAgent = (agent: string): string => agent.slice(0, MAX_AGENT).replace(/[\ud800-\udbff]$/, '');

const COMMA = Buffer.from(',');
const END = Buffer.from(']}');

/**
 * Returns the accepted events of a batch as JSON, one part for each type. The events' bytes are neither serialized again nor copied.
 * @throws Error if a verdict accepts an event that is not valid: another version of the gateway wrote the batch record
 */
export function serializeParts(
  { projectId, organizationId, address, visitor, agent, keyKind, serialized, trace }: BatchContent,
  { batchId, arrivalMs, hour, epoch, verdicts }: Decision,
): SerializedPart[] {
  const header = {
    project: projectId,
    organization: organizationId,
    batch: batchId,
    arrival: arrivalMs,
    hour,
    epoch,
    ip: address,
    agent: cutAgent(agent),
    keyKind: keyKind === 'server' ? keyKind : undefined,
    trace,
  } satisfies Omit<Part, 'indexes' | 'events'>;
  const open = JSON.stringify(header).slice(0, -1);
  const visitorField = visitor === undefined ? '' : `,"visitor":${JSON.stringify(visitor)}`;
  const groups = new Map<EventType, { readonly indexes: number[]; readonly pieces: Buffer[] }>();
  for (let index = 0; index < verdicts.length; index += 1) {
    if (verdicts[index] !== PROCESSED) continue;
    const found = serialized[index];
    if (found === undefined) throw new Error(`event ${index} of batch ${batchId} was accepted and is not valid`);
    const group = groups.get(found.type) ?? { indexes: [], pieces: [] };
    groups.set(found.type, group);
    group.indexes.push(index);
    group.pieces.push(COMMA, found.json);
  }
  return EVENT_TYPES.flatMap((type) => {
    const group = groups.get(type);
    if (group === undefined) return [];
    const { indexes, pieces } = group;
    pieces[0] = Buffer.from(`${open}${type === 'hit' ? visitorField : ''},"indexes":[${indexes.join()}],"events":[`);
    pieces.push(END);
    return [{ type, events: indexes.length, pieces, bytes: pieces.reduce((sum, { length }) => sum + length, 0) }];
  });
}

/** Returns the bytes of each event as queued: inflated, trimmed and scrubbed; 0 for an event that is not queued. */
export const eventSizes = (serialized: readonly (SerializedEvent | undefined)[]): number[] =>
  serialized.map((event) => event?.json.length ?? 0);
