import type { Pool } from '@sluice/contract';

/** Events of a project in an hour. */
export interface HourCount {
  readonly projectId: string;
  readonly type: string;
  readonly outcome: string;
  readonly reason: string;
  /** Start of the UTC hour, milliseconds since 1970. */
  readonly hourMs: number;
  readonly count: number;
}

/** Accepted events of a project. */
export interface AcceptedHours {
  readonly projectId: string;
  /** The last hour of the last day with events. */
  readonly lastHourMs: number | null;
  /** Events in the same hour of each of the seven days before, those without events left out. */
  readonly sameHours: readonly number[];
}

/** Requests of a project that were refused in a day because of their origin. */
export interface RefusedOriginDay {
  readonly projectId: string;
  /** The most frequent one; empty: none was named. */
  readonly origin: string;
  readonly count: number;
}

/** Requests of a day with a disabled key. */
export interface RefusedKeyDay {
  readonly projectId: string;
  /** As it is shown: of a server key only the beginning. */
  readonly key: string;
  readonly label: string;
  readonly disabledMs: number;
  readonly count: number;
}

/** A token that expires soon. */
export interface ExpiringToken {
  readonly organizationId: string;
  readonly id: string;
  readonly hint: string;
  readonly createdMs: number;
  readonly expiresMs: number;
}

/** The monthly quotas of an organization that has any. */
export interface MonthlyLimits {
  readonly organizationId: string;
  readonly monthly: Readonly<Partial<Record<Pool, number | null>>>;
}

/** Acknowledged events of a type and hour that are not stored. */
export interface FoundLoss {
  readonly type: string;
  /** Number of the UTC hour. */
  readonly hour: number;
  readonly lost: number;
  /** When it was found, milliseconds since 1970. */
  readonly foundMs: number;
}

/** What drops are decided from. Times are milliseconds since 1970; each method is one statement, but `acceptedHours` two. */
export interface DropFacts {
  /** Returns what hourly rules and the backlog refused in the hours from `fromMs` on. */
  readonly rateLimited: (fromMs: number) => Promise<readonly HourCount[]>;
  /** Returns the projects of which a filter dropped so many events in an hour, by hour, from that of `fromMs` on, the last one first. */
  readonly filteringProjects: (
    fromMs: number,
    filter: { readonly events: number; readonly except: readonly string[] },
  ) => Promise<ReadonlyMap<number, readonly string[]>>;
  /** Returns the events of projects in an hour, and those of the day before it as if they had been in one hour, by project and reason. */
  readonly filteredHours: (hourMs: number, projectIds: readonly string[]) => Promise<readonly HourCount[]>;
  /** Returns when projects last had accepted events, at most a week ago, and how many they had in the same hour of the seven days before. */
  readonly acceptedHours: (hourMs: number) => Promise<readonly AcceptedHours[]>;
  /** Returns the requests of a day that were refused because of their origin, by project, with the most frequent origin. */
  readonly refusedOrigins: (dayMs: number) => Promise<readonly RefusedOriginDay[]>;
  /** Returns the requests of a day with disabled keys, by project and key. */
  readonly refusedKeys: (dayMs: number) => Promise<readonly RefusedKeyDay[]>;
  /** Returns the valid tokens that expire after `fromMs` and before `toMs`. */
  readonly expiringTokens: (fromMs: number, toMs: number) => Promise<readonly ExpiringToken[]>;
  /** Returns the organizations that have a monthly quota. The settings of an erased one are empty. */
  readonly monthlyLimits: () => Promise<readonly MonthlyLimits[]>;
  /** Returns what an organization used in a month (YYYYMM). */
  readonly monthTotals: (organizationId: string, month: number) => Promise<Readonly<Record<Pool, number>>>;
  /** Returns losses that were found since a time, at most `limit`. */
  readonly losses: (limit: number, since: Date) => Promise<readonly FoundLoss[]>;
}
