import type { EventType, Pool, WireType } from './eventTypes.js';

/** Settings of a project (protocol 2.9). Lists hold patterns as the user wrote them. */
export interface ProjectSettings {
  readonly ingestion: boolean;
  readonly allowedDomains: readonly string[];
  /** Whether a request without `Origin` and `Referer` passes a non-empty {@link allowedDomains}. */
  readonly allowNoOrigin: boolean;
  readonly filters: {
    readonly ips: readonly string[];
    readonly environments: readonly string[];
    readonly releases: readonly string[];
    readonly messages: readonly string[];
    readonly crawlers: boolean;
    readonly browserExtensions: boolean;
    readonly localhost: boolean;
    readonly legacyBrowsers: boolean;
  };
  /** Share of events kept, 0 to 1, by type. Metrics are not sampled: their sums would be wrong. */
  readonly sampleRates: Readonly<Record<WireType, number>>;
  readonly spikeProtection: boolean;
  /** Fixed cap on exceptions, logs, hits and replays together, per UTC hour; `null` is no cap. */
  readonly eventsPerHour: number | null;
  /** Bytes of JSON processed per UTC hour, all types together; `null` is no quota. */
  readonly bytesPerHour: number | null;
  readonly scrub: boolean;
  /** How much of an address is stored in `user.ip` and `user.ip_address`. */
  readonly storeIp: StoreIp;
  /** Whether the last refused events of each reason are kept for an hour, scrubbed. */
  readonly refusedSamples: boolean;
}

/** Values of {@link ProjectSettings.storeIp}: the address; its network (24 bits of IPv4, 48 of IPv6); nothing. */
export const STORE_IP = ['full', 'truncated', 'off'] as const;

/** A value of {@link STORE_IP}. */
export type StoreIp = (typeof STORE_IP)[number];

/** Settings of an organization (protocol 2.9). */
export interface OrganizationSettings {
  readonly sourceMaps: boolean;
  /** Events per month and pool; `null` is no limit. */
  readonly monthly: Readonly<Record<Pool, number | null>>;
  readonly retentionDays: number;
}

/** Everything that a gateway knows about the project of a key: the value in the projection. */
export interface ProjectedProject {
  readonly projectId: string;
  readonly organizationId: string;
  readonly organization: string;
  readonly project: string;
  readonly settings: ProjectSettings;
  readonly monthly: OrganizationSettings['monthly'];
  /** Missing in projections of earlier versions. */
  readonly lift?: SpikeLift | null;
}

/** Types of a project that spike protection does not cap in one hour. */
export interface SpikeLift {
  /** The UTC hour, hours since 1970. In any other hour the lift has no effect. */
  readonly hour: number;
  readonly types: readonly EventType[];
}

/** Defaults of a new project (protocol 2.9). */
export const DEFAULT_PROJECT_SETTINGS: ProjectSettings = {
  ingestion: true,
  allowedDomains: [],
  allowNoOrigin: false,
  filters: {
    ips: [],
    environments: [],
    releases: [],
    messages: [],
    crawlers: true,
    browserExtensions: false,
    localhost: false,
    legacyBrowsers: false,
  },
  sampleRates: { exception: 1, log: 1, span: 1, hit: 1, replay: 1 },
  spikeProtection: true,
  eventsPerHour: null,
  bytesPerHour: 2_000_000_000,
  scrub: false,
  storeIp: 'full',
  refusedSamples: true,
};

/** Defaults of a new organization (protocol 2.9). */
export const DEFAULT_ORGANIZATION_SETTINGS: OrganizationSettings = {
  sourceMaps: true,
  monthly: { errors: null, logs: null, spans: null, metrics: null, replays: null },
  retentionDays: 30,
};

/**
 * Settings with a default limit, for which `null` means no limit. For every other setting `null` restores the
 * default.
 */
export const NULL_IS_NO_LIMIT: ReadonlySet<string> = new Set(['bytesPerHour']);
