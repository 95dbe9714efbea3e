import type { NewAlertSignal } from '@sluice/db';

/** A signal that no decision has seen yet. */
export interface AlertSignal extends NewAlertSignal {
  readonly id: string;
  readonly at: Date;
}
