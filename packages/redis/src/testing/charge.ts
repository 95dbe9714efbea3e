import {
  POOL_OF,
  VERDICTS,
  decodeEntryName,
  isEntryReason,
  typeOfCode,
  type EventType,
  type Pool,
} from '@sluice/contract';
import type { EntryCount } from '../allowance/types.js';
import { hourNumber, monthNumber } from './calendar.js';

export const TYPES = ['exception', 'log', 'span', 'hit', 'replay', 'metric'] as const;

/** Permitted and refused events of one batch, recorded as they happened: the model has no counters. */
export interface Charge {
  readonly epoch: string;
  readonly projectId: string;
  readonly ms: number;
  readonly hour: number;
  readonly month: number;
  readonly processed: ReadonlyMap<EventType, number>;
  /** Bytes of the processed events. */
  readonly bytes: number;
  /** Type code and verdict code of every event that is not processed. */
  readonly refused: readonly (readonly [type: string, code: string])[];
  /** Verdict code and encoded name of the entry of each event that an entry of a filter dropped. */
  readonly entries: readonly (readonly [code: string, entry: string])[];
  /** In Postgres: it survives the loss of Redis and can be seeded. */
  stored: boolean;
}

/** A batch and its verdicts. */
export interface Decided {
  readonly types: string;
  readonly verdicts: string;
  readonly sizes?: readonly number[];
  readonly entries?: string | undefined;
}

/** The charge of a decided batch. */
export function chargeOf(
  of: { readonly epoch: string; readonly projectId: string; readonly ms: number },
  { types, verdicts, sizes = [], entries = '' }: Decided,
): Charge {
  const events = Array.from(types, (type, index) => [type, verdicts.charAt(index)] as const);
  const processed = new Map<EventType, number>();
  for (const [typeCode, code] of events) {
    const type = typeOfCode(typeCode);
    if (code === 'p' && type !== undefined && type !== 'unknown') processed.set(type, (processed.get(type) ?? 0) + 1);
  }
  return {
    ...of,
    hour: hourNumber(of.ms),
    month: monthNumber(of.ms),
    processed,
    bytes: sizes.reduce((sum, size, index) => sum + (verdicts[index] === 'p' ? size : 0), 0),
    refused: events.filter(([, code]) => code !== 'p'),
    entries: parseEntries(entries),
    stored: false,
  };
}

function parseEntries(text: string): (readonly [string, string])[] {
  if (text === '') return [];
  return text.split(',').flatMap((one) => {
    const [code = '', entry = '', count] = one.split(':');
    return Array.from({ length: Number(count) }, () => [code, entry] as const);
  });
}

export const processedOf = (charge: Charge, type: EventType): number => charge.processed.get(type) ?? 0;

export const processedInPool = (charge: Charge, pool: Pool): number =>
  TYPES.filter((type) => POOL_OF[type] === pool).reduce((sum, type) => sum + processedOf(charge, type), 0);

export const isAnythingProcessed = (charge: Charge): boolean => charge.processed.size > 0;

/** Returns what `LedgerView.entries` is for these charges, one by one. */
export const entriesOf = (charges: readonly Charge[]): readonly EntryCount[] =>
  charges.flatMap(({ projectId, hour, entries }) =>
    entries.flatMap(([code, entry]) => {
      const reason = VERDICTS[code]?.reason ?? '';
      return isEntryReason(reason) ? [{ projectId, hour, reason, entry: decodeEntryName(entry), count: 1 }] : [];
    }),
  );
