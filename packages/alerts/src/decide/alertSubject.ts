/** When and why firings were suppressed. Times are ISO. */
export interface Unreported {
  readonly from: string;
  readonly to: string;
  readonly by: 'cooldown' | 'muted' | 'maintenance' | 'several';
}

/** The subject that counts suppressed firings of a rule about all of its subjects in a project. Assignments have one for each assignee: `rule:<user id>`. */
export const RULE = 'rule';

/** What a rule did about a subject. */
export interface AlertSubject {
  readonly ruleId: string;
  readonly subject: string;
  /** Milliseconds since 1970. */
  notifiedAtMs: number | null;
  /** Suppressed firings of the round. */
  suppressed: number;
  /** Of the subject {@link RULE}, the present round: each message of the rule begins another. Of others, that of their count. */
  round: number;
  /** Only of the subject {@link RULE}: what its count is of; `null`: nothing. */
  unreported: Unreported | null;
  /** Whether the last firing, not a recovery, had notices. */
  isNotified: boolean;
}

/** Names the row of a subject. */
export const subjectKey = ({ ruleId, subject }: Pick<AlertSubject, 'ruleId' | 'subject'>): string =>
  `${ruleId}/${subject}`;

/** Returns a subject that no firing was about. */
export const newSubject = ({ ruleId, subject }: Pick<AlertSubject, 'ruleId' | 'subject'>): AlertSubject => ({
  ruleId,
  subject,
  notifiedAtMs: null,
  suppressed: 0,
  isNotified: false,
  round: 0,
  unreported: null,
});
