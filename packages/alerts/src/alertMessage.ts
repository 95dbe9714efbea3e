/** Why a message is sent. */
export type AlertState = 'firing' | 'recovered' | 'notice' | 'test';

/** How urgent a message is. */
export type AlertSeverity = 'critical' | 'error' | 'warning' | 'info';

/** A message to one destination: what happened, once or many times. Templates turn it into the form of a platform. */
export interface AlertMessage {
  /** Id of the delivery. The same in each attempt. */
  readonly id: string;
  readonly organization: string;
  /** Slug; `null` if it concerns the whole organization. */
  readonly project: string | null;
  readonly state: AlertState;
  readonly severity: AlertSeverity;
  /** One line: `New issue: TypeError: x is undefined`, or `50 new issues in web`. */
  readonly title: string;
  /** At most {@link MOST_ITEMS}, the most important first. */
  readonly items: readonly AlertItem[];
  /** Series beyond `items`. Only for destinations that `keepsIncidents`: each series has an incident there. */
  readonly unlisted?: readonly AlertItem[];
  /** Subjects of series that a later message is about; set for an attempt, not stored. Their incidents are left alone. */
  readonly superseded?: readonly string[];
  /** How many happened, those beyond `items` included. */
  readonly total: number;
  /** What rules of this message did not send before it; absent: nothing. */
  readonly unsent?: readonly UnsentFirings[];
  /** Page that shows all of it; `null` if no `PUBLIC_URL` is configured. */
  readonly url: string | null;
  /** When the message was composed, ISO 8601 in UTC. */
  readonly at: string;
}

/** Firings of a rule about other subjects, which a cool-down, a mute or maintenance kept back and no message mentioned. */
interface UnsentFirings {
  readonly ruleId: string;
  /** One sentence that names the rule: `11 other firings of “New issues” were not sent while it was muted (…).` */
  readonly text: string;
  /** The history of the rule; `null` if no `PUBLIC_URL` is configured. */
  readonly url: string | null;
}

/** One firing of a rule. */
export interface AlertItem {
  /** Identity of the firing: the same in every message about it. */
  readonly firingId: string;
  /** Kind of the condition, such as `new_issue`; `drops` conditions: the kind of the drop. */
  readonly kind: string;
  readonly state: AlertState;
  readonly rule: { readonly id: string; readonly name: string };
  /** Why it fired, one sentence: `It was resolved in 1.4.0 and occurred again in 1.4.1.` */
  readonly reason: string;
  /** What it is about: the issue's title, the endpoint, the metric, the project. */
  readonly title: string;
  /** Stable key of what it is about, for threads and deduplication: `issue:<id>`, `rule:<id>`, … */
  readonly subject: string;
  /** Page of it; `null` if no `PUBLIC_URL` is configured. */
  readonly url: string | null;
  readonly at: string;
  /** How often the rule fired for this since the last message without being sent, because of a cool-down, mute or maintenance. */
  readonly suppressed: number;
  readonly issue?: IssueFacts;
  readonly series?: SeriesFacts;
  /** A page whose button does what the message proposes: lift the spike cap for the hour. Opening it changes nothing. */
  readonly action?: { readonly label: string; readonly url: string };
}

/** An issue at the time of the message. */
export interface IssueFacts {
  readonly id: string;
  readonly level: string;
  /** Resolved with source maps if possible: `load in src/cart.ts:12`. */
  readonly culprit: string | null;
  /** Source line of the culprit. */
  readonly sourceLine: string | null;
  readonly firstRelease: string | null;
  readonly lastRelease: string | null;
  readonly environment: string | null;
  readonly events: number;
  readonly users: number;
  readonly assignee: string | null;
}

/** A value and its limit. */
export interface SeriesFacts {
  /** `null` if there was no data. */
  readonly value: number | null;
  readonly threshold: number;
  readonly direction: 'above' | 'below';
  /** `ms`, `%`, `/window`, or empty. */
  readonly unit: string;
  readonly windowMinutes: number;
  /** Since when it holds, ISO 8601. */
  readonly since: string | null;
}

/** Whether an item is about a series. Only series recover. */
export const isSeriesItem = ({ subject }: Pick<AlertItem, 'subject'>): boolean => subject.startsWith('series:');

/** Items that a message lists. */
export const MOST_ITEMS = 10;
