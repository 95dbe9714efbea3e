import type { ProjectedProject } from '@sluice/contract';
import type {
  AcknowledgedCount,
  NewRefusedSample,
  RefusedKeyCount,
  RefusedOriginCount,
  SdkCount,
} from '@sluice/accounting';
import type { LedgerSeed } from '@sluice/redis';
import type { Clock, Logger, Metrics, Tracing } from '@sluice/runtime';
import type { MountedHandler } from './http/mountedHandlers.js';

/**
 * The gateway's queries to PostgreSQL, for data that neither memory nor Redis has or that must survive a loss of Redis. Each
 * function rejects while PostgreSQL is unavailable.
 */
export interface GatewayDatabase {
  /** Resolves with the project of a key; `null` if the key is disabled, `undefined` if it does not exist. */
  readonly findKey: (key: string) => Promise<ProjectedProject | null | undefined>;
  /** Resolves with the initial counts of a new ledger of an organization. @param nowMs milliseconds since 1970 */
  readonly ledgerSeed: (organizationId: string, nowMs: number) => Promise<LedgerSeed>;
  /** Stores how many events one run of a gateway has acknowledged so far. @param gateway unique name of the run */
  readonly storeAcknowledged: (gateway: string, counts: readonly AcknowledgedCount[]) => Promise<void>;
  /** Stores how many requests of each origin one run of a gateway has refused so far. */
  readonly storeRefusedOrigins: (gateway: string, counts: readonly RefusedOriginCount[]) => Promise<void>;
  /** Stores how many requests with each disabled key one run of a gateway has refused so far. */
  readonly storeRefusedKeys: (gateway: string, counts: readonly RefusedKeyCount[]) => Promise<void>;
  /** Stores what Sentry SDKs have sent to one run of a gateway, or dropped, besides events so far. */
  readonly storeSdkCounts: (gateway: string, counts: readonly SdkCount[]) => Promise<void>;
  readonly storeRefusedSamples: (samples: readonly NewRefusedSample[]) => Promise<void>;
}

/** Service dependencies of a gateway. */
export interface GatewayDeps {
  readonly database: GatewayDatabase;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly clock: Clock;
  /** Clock of hours and months of the allowance, to admit events in the past; by default that of Redis, which all gateways share. */
  readonly allowanceClock?: Clock;
  /** Off by default. */
  readonly tracing?: Tracing;
  /** Handlers of other services on the public port. */
  readonly mountedHandlers?: readonly MountedHandler[];
}
