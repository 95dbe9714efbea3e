import {
  EVENT_TYPES,
  POOL_OF,
  TYPE_CODES,
  VERDICTS,
  decodeEntryName,
  isEntryReason,
  typeOfCode,
  type EventType,
  type Pool,
} from '@sluice/contract';
import type { AcceptedCount, ByteCount, EntryCount, LedgerSeed, LedgerView, RefusalCount } from './types.js';

/**
 * The fields of a ledger. A pool has the code of the first event type that it pays for: `metrics` that of hits.
 *
 * | field | contents |
 * |---|---|
 * | `epoch` | a random name, new with each ledger |
 * | `provisional` | 1 while the ledger waits for its seed |
 * | `since` | first hour from which all permitted events are known |
 * | `a:<project>:<type>:<hour>` | events permitted (and seeded) of a project, for caps |
 * | `o:<type>:<hour>` | the same of the organization, from which a month is rebuilt |
 * | `m:<type>:<month>` | events permitted and stored in a month, for quotas |
 * | `t:<type>:<month>` | hour through which the month was last rebuilt |
 * | `b:<project>` | `<hour>:<bytes>` of the events permitted in the latest hour with any, for the byte quota; one field per project, so that it does not grow with time |
 * | `f:<project>` | time of the project's first permitted event, ms since 1970 |
 * | `x:<project>:<type>:<verdict>:<hour>` | refused events |
 * | `y:<project>:<verdict>:<entry>:<hour>` | those of them that an entry of a filter dropped; the entry as `encodeEntryName` writes it |
 */
export const fieldOf = {
  accepted: (projectId: string, type: EventType, hour: number): string => `a:${projectId}:${TYPE_CODES[type]}:${hour}`,
  organization: (type: EventType, hour: number): string => `o:${TYPE_CODES[type]}:${hour}`,
  month: (pool: Pool, month: number): string => `m:${codeOfPool(pool)}:${month}`,
  firstAccepted: (projectId: string): string => `f:${projectId}`,
  bytes: (projectId: string): string => `b:${projectId}`,
} as const;

/** The codes of the types that a pool pays for. The pool has the name of the first one. */
export const codesOfPool = (pool: Pool): string =>
  EVENT_TYPES.filter((type) => POOL_OF[type] === pool)
    .map((type) => TYPE_CODES[type])
    .join('');

/** The type code by which a ledger names a pool. */
const codeOfPool = (pool: Pool): string => codesOfPool(pool).charAt(0);

/** A seed as field, value, field, value …; fields that several entries feed are summed. */
export function seedFields(seed: LedgerSeed): (string | number)[] {
  const counts = new Map<string, number>();
  const add = (field: string, count: number): void => void counts.set(field, (counts.get(field) ?? 0) + count);
  for (const { pool, month, count } of seed.months) add(fieldOf.month(pool, month), count);
  for (const { projectId, type, hour, count } of seed.hours) {
    add(fieldOf.accepted(projectId, type, hour), count);
    add(fieldOf.organization(type, hour), count);
  }
  for (const { projectId, ms } of seed.firstAccepted) counts.set(fieldOf.firstAccepted(projectId), ms);
  return [...counts].flat();
}

/** Whether a field belongs to an hour before `beforeHour`, or to a month before `beforeMonth`. */
export function isPast(field: string, beforeHour: number, beforeMonth: number): boolean {
  const period = Number(field.slice(field.lastIndexOf(':') + 1));
  switch (field[0]) {
    case 'a':
    case 'o':
    case 'x':
    case 'y':
      return period < beforeHour;
    case 'm':
    case 't':
      return period < beforeMonth;
    default:
      return false;
  }
}

/** The view of a ledger's fields, all read under one epoch. */
export function viewOf(epoch: string, fields: ReadonlyMap<string, string>): LedgerView {
  const refusals: RefusalCount[] = [];
  const entries: EntryCount[] = [];
  const accepted: AcceptedCount[] = [];
  const bytes: ByteCount[] = [];
  const months: { pool: Pool; month: number; count: number }[] = [];
  for (const [field, value] of fields) {
    const [kind, ...parts] = field.split(':');
    if (kind === 'x') refusals.push(refusalOf(parts, Number(value)));
    if (kind === 'y') entries.push(entryOf(parts, Number(value)));
    if (kind === 'a') accepted.push(acceptedOf(parts, Number(value)));
    if (kind === 'b') bytes.push({ projectId: parts[0] ?? '', ...readBytes(value) });
    if (kind === 'm')
      months.push({ pool: POOL_OF[eventTypeOf(parts[0])], month: Number(parts[1]), count: Number(value) });
  }
  return { epoch, provisional: fields.has('provisional'), refusals, entries, accepted, bytes, months };
}

function refusalOf([projectId = '', type = '', code = '', hour]: readonly string[], count: number): RefusalCount {
  const verdict = VERDICTS[code];
  const counted = typeOfCode(type);
  if (verdict === undefined || verdict.outcome === 'processed' || counted === undefined) {
    throw new Error(`a ledger holds a refusal of type ${type}, verdict ${code}`);
  }
  return { projectId, type: counted, outcome: verdict.outcome, reason: verdict.reason, hour: Number(hour), count };
}

function entryOf([projectId = '', code = '', entry = '', hour]: readonly string[], count: number): EntryCount {
  const reason = VERDICTS[code]?.reason ?? '';
  if (!isEntryReason(reason)) throw new Error(`a ledger holds an entry of verdict ${code}`);
  return { projectId, reason, entry: decodeEntryName(entry), hour: Number(hour), count };
}

function acceptedOf([projectId = '', type, hour]: readonly string[], count: number): AcceptedCount {
  return { projectId, type: eventTypeOf(type), hour: Number(hour), count };
}

/** Returns the value of a field `b`; zeros if it is missing. */
export function readBytes(value: string): Omit<ByteCount, 'projectId'> {
  const [hour = 0, bytes = 0] = value.split(':').map(Number);
  return { hour, bytes };
}

function eventTypeOf(code = ''): EventType {
  const type = typeOfCode(code);
  if (type === undefined || type === 'unknown') throw new Error(`a ledger holds a count of type ${code}`);
  return type;
}
