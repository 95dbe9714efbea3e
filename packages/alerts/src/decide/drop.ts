import type { DropKind } from '@sluice/contract';

/** Data that Sluice drops or lacks, as rules about drops report it. */
export interface Drop {
  readonly kind: DropKind;
  readonly organizationId: string;
  /** `null`: it concerns the whole organization, and only rules of the organization report it. */
  readonly projectId: string | null;
  /** What is dropped; distinguishes subjects of the same kind. */
  readonly what: string;
  /** Hour, day or month: a rule reports a subject once in it. */
  readonly occurrence: string;
  /**
   * The last moment that it is about, milliseconds since 1970: the end of its hour, day or month, when a loss was found, the present for what
   * is still true. Rules that are younger do not report it; mutes and maintenance windows count if they were open then.
   */
  readonly lastMs: number;
  /** Numbers and names for the message. */
  readonly details: Readonly<Record<string, string | number>>;
  /** It began earlier: only a rule whose report of that was suppressed reports it. */
  readonly isOngoing?: boolean;
}

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

/** Accepted events of a project: what its silence is told by. */
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
