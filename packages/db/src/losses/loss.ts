import { hourOf, type EventType } from '@sluice/contract';

/** Events that were acknowledged and are neither stored nor dead letters. */
export interface Loss {
  /** Hours since 1970: the hour that they were charged in. */
  readonly hour: number;
  readonly type: EventType;
  readonly acknowledged: number;
  /** Stored or dead-lettered: what `usage` counts as processed, in the transactions that write the receipts. */
  readonly stored: number;
  /** As many of the missing ones as two looks agreed on. */
  readonly lost: number;
}

/** How long after it was found a loss is news, milliseconds: afterwards the table still has it, and nobody is warned. */
export const RECENT_LOSS_MS = 7 * 86_400_000;

/** A {@link Loss} as PostgreSQL answers it. */
export interface LossRow {
  readonly hour: Date;
  readonly type: string;
  readonly acknowledged: string;
  readonly stored: string;
  readonly told: string;
}

/** A row as a {@link Loss}. */
export const lossOf = ({ hour, type, acknowledged, stored, told }: LossRow): Loss => ({
  hour: hourOf(hour.getTime()),
  type: type as EventType,
  acknowledged: Number(acknowledged),
  stored: Number(stored),
  lost: Number(told),
});
