import type { ProjectedProject } from '@sluice/contract';
import type { AcknowledgedCount } from '@sluice/db';
import type { LedgerSeed } from '@sluice/redis';
import type { Clock, Logger, Metrics } from '@sluice/runtime';
import type { MountedHandler } from './http/mountedHandlers.js';

/**
 * What a gateway asks of Postgres: only what neither memory nor Redis knows; and what Redis must not be alone to know. Every
 * function rejects while Postgres is away.
 */
export interface GatewayDatabase {
  /** The project behind a key; `null` where the key is disabled, `undefined` where there is none. */
  readonly findKey: (key: string) => Promise<ProjectedProject | null | undefined>;
  /** What a new ledger of an organization starts from. @param nowMs milliseconds since 1970 */
  readonly ledgerSeed: (organizationId: string, nowMs: number) => Promise<LedgerSeed>;
  /** Stores what one run of a gateway has acknowledged so far. @param gateway the run's own name */
  readonly storeAcknowledged: (gateway: string, counts: readonly AcknowledgedCount[]) => Promise<void>;
}

/** What a gateway is given. */
export interface GatewayDeps {
  readonly database: GatewayDatabase;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Who else is served on the public port. */
  readonly mountedHandlers?: readonly MountedHandler[];
}
