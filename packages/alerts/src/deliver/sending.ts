import type { Database } from '@sluice/db';
import type { Clock, Logger } from '@sluice/runtime';
import type { AlertMessage } from '../alertMessage.js';
import type { AlertsMetrics } from '../alertsMetrics.js';
import type { ClaimedDelivery } from '../sql/deliveries/claimDeliveries.js';
import type { AlertDestination } from '../sql/deliveries/destination.js';
import type { Sender } from '../transport/createSender.js';
import type { DeliveryProgress } from '../transport/sendParts.js';
import type { CulpritReader } from './createCulpritReader.js';

/** Dependencies of delivering. */
export interface DeliveryDeps {
  readonly db: Database;
  readonly send: Sender;
  readonly culprits: CulpritReader;
  /** Whether a mail server and a public address are configured; otherwise members get the message in their inbox only. */
  readonly hasMail: boolean;
  /** `undefined`: messages and mails have no links. */
  readonly publicUrl: string | undefined;
  readonly mailLimits: MailLimits;
  readonly metrics: AlertsMetrics;
  readonly clock: Clock;
  readonly logger: Logger;
  /** At least 0, below 1. */
  readonly random: () => number;
}

/** Limits of alerts by mail in an hour: of an organization, and to a mailbox by all organizations. */
export interface MailLimits {
  readonly perOrganization: number;
  readonly perAddress: number;
}

/** A message that an attempt sends. */
export interface Sending {
  readonly delivery: ClaimedDelivery;
  readonly destination: AlertDestination;
  readonly message: AlertMessage;
}

/** How an attempt ends early, and what it records on its way. */
export interface SendingContext {
  readonly progress: DeliveryProgress;
  readonly signal: AbortSignal;
}
