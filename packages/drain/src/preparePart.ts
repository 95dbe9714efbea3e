import { createHash } from 'node:crypto';
import {
  DEFAULT_MAX_EVENT_AGE_MS,
  batchIdOf,
  eventIdsOf,
  hourOf,
  timeOfId,
  type AcceptedEvent,
  type EventType,
  type Part,
} from '@sluice/contract';
import type { ReceiptKey } from '@sluice/db';
import type { NewDeadLetter } from '@sluice/dead-letters';
import type { UsageDelta } from '@sluice/accounting';
import { enrichEvent } from '@sluice/enrichment';
import type { RowFacts, StoreDefinition, StoredRow, StoreName } from './definition.js';
import { messageOf } from './faults.js';
import type { UnreadablePiece } from './readJob.js';

/** Why an event becomes a dead letter. */
export interface DeadLetterCause {
  /** `data`: rejected by PostgreSQL. `transform`: making its row failed. `expired`: older than receipts. `poison`, `unreadable`. */
  readonly reason: 'data' | 'transform' | 'expired' | 'poison' | 'unreadable';
  readonly sqlstate: string | null;
  readonly message: string;
}

/** A row to store, and the dead letter that it becomes if PostgreSQL rejects it. */
export interface PreparedRow<Table extends StoreName, Details = undefined> extends StoredRow<Table, Details> {
  readonly letter: (why: DeadLetterCause) => NewDeadLetter;
}

/** Epoch under which unreadable events are counted. No ledger has it. */
export const UNREADABLE_EPOCH = 'unreadable';

/** A part with the rows and dead letters of its events; one receipt covers all of them. */
export interface PreparedPart<Table extends StoreName, Details = undefined> {
  readonly receipt: ReceiptKey;
  readonly usage: UsageDelta;
  readonly rows: readonly PreparedRow<Table, Details>[];
  readonly letters: readonly NewDeadLetter[];
  /** Set if it is older than receipts are kept. */
  readonly expired?: true;
}

/** How {@link preparePart} makes rows. */
interface PrepareOptions {
  readonly cause?: DeadLetterCause | undefined;
  readonly maxAgeMs?: number;
}

/**
 * Returns the rows of a part. An event whose row cannot be made becomes a dead letter; its neighbors do not.
 * @param options `cause`: all events become dead letters and no step is run. `maxAgeMs`: bound of `orderingTime`
 */
export function preparePart<Table extends StoreName, Details>(
  definition: StoreDefinition<Table, Details>,
  part: Part,
  { cause, maxAgeMs }: PrepareOptions = {},
): PreparedPart<Table, Details> {
  const rows: PreparedRow<Table, Details>[] = [];
  const letters: NewDeadLetter[] = [];
  const facts = factsOf(part.project, part, maxAgeMs);
  const idOf = eventIdsOf(part.batch, part.arrival);
  part.events.forEach((accepted, position) => {
    const index = part.indexes[position] ?? 0;
    const id = idOf(index);
    const letter = (why: DeadLetterCause): NewDeadLetter =>
      letterOf(definition.type, part, { id, index, accepted }, why);
    if (cause !== undefined) {
      letters.push(letter(cause));
      return;
    }
    try {
      const event = enrichEvent(accepted, id, part);
      const details = definition.readDetails(event);
      rows.push({ event, facts, details, row: definition.toRow(event, facts, details), letter });
    } catch (error) {
      letters.push(letter({ reason: 'transform', sqlstate: null, message: messageOf(error) }));
    }
  });
  return {
    receipt: { projectId: part.project, batchId: part.batch, type: definition.type },
    usage: usageOf(definition.type, part),
    rows,
    letters,
  };
}

/** Returns the facts that rows need about their part. */
export const factsOf = (
  projectId: string,
  { arrival, keyKind, visitor }: Pick<Part, 'arrival' | 'keyKind' | 'visitor'>,
  maxAgeMs = DEFAULT_MAX_EVENT_AGE_MS,
): RowFacts => ({
  projectId,
  arrivalMs: arrival,
  maxAgeMs,
  byServer: keyKind === 'server',
  ...(visitor === undefined ? {} : { visitor }),
});

/** Returns an unreadable entry as a part with one dead letter of its bytes and its own receipt. */
export function unreadablePart(type: EventType, item: UnreadablePiece): PreparedPart<never, never> {
  const { id, projectId, events, publishedAtMs, bytes } = item;
  return {
    receipt: { projectId, batchId: id, type },
    usage: {
      projectId,
      type,
      outcome: 'processed',
      reason: '',
      hour: hourOf(publishedAtMs),
      epoch: UNREADABLE_EPOCH,
      count: events,
      arrivalMs: publishedAtMs,
    },
    rows: [],
    letters: [
      {
        projectId,
        id,
        type,
        batchId: null,
        index: null,
        events,
        sqlstate: null,
        reason: 'unreadable',
        message: 'not a part of this format',
        payload: bytes,
        part: null,
      },
    ],
  };
}

/** Returns the part with all of its events as dead letters. */
export function deadLetterPart<Table extends StoreName, Details>(
  part: PreparedPart<Table, Details>,
  why: DeadLetterCause,
): PreparedPart<Table, Details> {
  return { ...part, rows: [], letters: [...part.letters, ...part.rows.map((row) => row.letter(why))] };
}

/**
 * Returns a part whose dead letters are rejected as well as one letter of bytes, under the same receipt. Fields of the
 * part's header are no longer used; its events are counted under the hour of its batch id.
 */
export function deadLetterAsBytes(
  part: PreparedPart<StoreName, unknown>,
  why: Omit<DeadLetterCause, 'reason'>,
): PreparedPart<never, never> {
  const { projectId, batchId, type } = part.receipt;
  const bytes = Buffer.from(`[${part.letters.map(({ payload }) => payload.toString()).join(',')}]`);
  const hash = createHash('sha256').update(batchId).update(type).digest('hex');
  const publishedAtMs = timeOfId(batchId);
  const id = batchIdOf(publishedAtMs, hash);
  const prepared = unreadablePart(type, { id, projectId, events: eventsOf(part), publishedAtMs, bytes });
  return { ...prepared, receipt: part.receipt, letters: prepared.letters.map((letter) => ({ ...letter, ...why })) };
}

const EXPIRED: DeadLetterCause = { reason: 'expired', sqlstate: null, message: 'older than receipts are kept' };

/** Returns the part as dead letters: a part older than the receipts may have been stored before (design 3.4). */
export const expirePart = <Table extends StoreName, Details>(
  part: PreparedPart<Table, Details>,
): PreparedPart<Table, Details> => ({
  ...deadLetterPart(part, EXPIRED),
  expired: true,
});

/** Whether the part was expired by {@link expirePart}. */
export const isExpired = (part: PreparedPart<StoreName, unknown>): boolean => part.expired === true;

/** Number of events of the part. */
export const eventsOf = (part: PreparedPart<StoreName, unknown>): number => part.usage.count;

/** Moments whose partitions a prepared part touches, milliseconds since 1970. */
export const timesOf = (part: PreparedPart<StoreName, unknown>): readonly [from: number, through: number] => {
  const [batch, arrival] = [timeOfId(part.receipt.batchId), part.usage.arrivalMs];
  return [Math.min(batch, arrival), Math.max(batch, arrival)];
};

function usageOf(type: EventType, part: Part): UsageDelta {
  return {
    projectId: part.project,
    type,
    outcome: 'processed',
    reason: '',
    hour: part.hour,
    epoch: part.epoch,
    count: part.events.length,
    arrivalMs: part.arrival,
  };
}

function letterOf(
  type: EventType,
  part: Part,
  at: { readonly id: string; readonly index: number; readonly accepted: AcceptedEvent },
  why: DeadLetterCause,
): NewDeadLetter {
  const { organization, arrival, hour, epoch, ip, visitor, agent, keyKind } = part;
  return {
    projectId: part.project,
    id: at.id,
    type,
    batchId: part.batch,
    index: at.index,
    events: 1,
    ...why,
    payload: Buffer.from(JSON.stringify(at.accepted)),
    part: { organization, arrival, hour, epoch, ip, visitor, agent, keyKind },
  };
}
