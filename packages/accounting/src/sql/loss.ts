import { DAY_MS, hourOf, type EventType } from '@sluice/contract';

/** Events that were acknowledged and are neither stored nor dead letters. */
export interface Loss {
  /** Hours since 1970: the hour in which they were charged. */
  readonly hour: number;
  readonly type: EventType;
  readonly acknowledged: number;
  /** Stored or dead-lettered: what `usage` counts as processed, in the transactions that write the receipts. */
  readonly stored: number;
  /** The number of missing events on which two checks agreed. */
  readonly lost: number;
}

/** How long after a loss was found there are warnings, milliseconds. The table keeps it longer. */
export const RECENT_LOSS_MS = 7 * DAY_MS;

/** A row of a {@link Loss}. */
export interface LossRow {
  readonly hour: Date;
  readonly type: string;
  readonly acknowledged: string;
  readonly stored: string;
  readonly reported: string;
}

/** Converts a row to a {@link Loss}. */
export const lossOf = ({ hour, type, acknowledged, stored, reported }: LossRow): Loss => ({
  hour: hourOf(hour.getTime()),
  type: type as EventType,
  acknowledged: Number(acknowledged),
  stored: Number(stored),
  lost: Number(reported),
});
