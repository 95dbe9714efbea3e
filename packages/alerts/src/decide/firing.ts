import { uuidOf } from '@sluice/db';

/** A firing that a decision asks for. */
export interface FiringCandidate {
  /** The project, or `wholeOrganization` for what concerns all of it. */
  readonly projectId: string;
  readonly organizationId: string;
  readonly ruleId: string;
  /** Index of the condition in the rule. */
  readonly conditionIndex: number;
  /** Kind of the condition, or of the drop. */
  readonly kind: string;
  /** What it is about: `issue:<id>`, `series:<rule>:<index>`, `drop:<kind>:<what>`. */
  readonly subject: string;
  /** Distinguishes firings about the same subject: the event, the minute, the hour, the month. */
  readonly occurrence: string;
  readonly state: 'firing' | 'recovered' | 'notice';
  /** Numbers and names for the message. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly destinationIds: readonly string[];
  /** Seconds. */
  readonly cooldownS: number;
  /** Seconds. */
  readonly digestS: number;
  /** Why it is counted only; `null`: it is not. */
  readonly suppressedBy: 'muted' | 'maintenance' | null;
  /**
   * It is true until something changes, and is decided again meanwhile: if its firing was suppressed, it is reported once nothing
   * suppresses it any more. See `withoutRecorded`.
   */
  readonly lasts?: boolean;
  /** It began earlier: it is recorded only if the last firing about its subject was suppressed and nothing suppresses it any more. */
  readonly isOngoing?: boolean;
}

/**
 * Returns the identity of a firing: a UUID of version 8 (RFC 9562) from a hash of rule, kind, subject, occurrence and state.
 * Equal candidates, whoever decides and however often, are one firing.
 */
export function firingId(candidate: FiringCandidate): string {
  const { projectId, ruleId, kind, subject, occurrence, state } = candidate;
  return uuidOf([projectId, ruleId, kind, subject, occurrence, state]);
}
