/** Where alerts are sent. */
export const DESTINATION_KINDS = [
  /** Members of the organization: their in-app inbox, and mail if a server is configured. */
  'members',
  'email',
  'webhook',
  'slack',
  'discord',
  'teams',
  'telegram',
  'mattermost',
  'ntfy',
  'google_chat',
  'pagerduty',
  'opsgenie',
] as const;

/** One of {@link DESTINATION_KINDS}. */
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** Whether a destination keeps incidents, which a recovery resolves: it needs the messages about every series, in order. */
export const keepsIncidents = (kind: DestinationKind): boolean => kind === 'pagerduty' || kind === 'opsgenie';

/** Which members a destination `members` reaches; `assignee`: of each issue. */
export const AUDIENCES = ['owners', 'admins', 'members', 'assignee'] as const;

/** One of {@link AUDIENCES}. */
export type Audience = (typeof AUDIENCES)[number];

/** Settings that are not secret, by kind. Everything not listed here is a secret (`DestinationSecrets`). */
export interface DestinationConfig {
  /** `members`. */
  readonly audience?: Audience;
  /** `email`: up to 20 addresses. */
  readonly addresses?: readonly string[];
  /** `telegram`: id or `@name` of the chat. */
  readonly chatId?: string;
  /** `telegram`: thread of a group. */
  readonly threadId?: number;
  /** `ntfy`: `https://ntfy.sh` or a server of one's own. `opsgenie`: `https://api.opsgenie.com` or `https://api.eu.opsgenie.com`. */
  readonly server?: string;
  /** `ntfy`. */
  readonly topic?: string;
}

/** Secrets of a destination. The API never returns them; it returns the host of the URL. */
export interface DestinationSecrets {
  /** `webhook`, `slack`, `discord`, `teams`, `mattermost`, `google_chat`: the whole URL. */
  readonly url?: string;
  /** `webhook`: `whsec_…` secrets; the first signs, the others sign as well until they are removed (rotation). */
  readonly signingSecrets?: readonly string[];
  /** `telegram`: token of the bot. `ntfy`: optional access token. `pagerduty`: integration key. `opsgenie`: API key. */
  readonly token?: string;
  /** `members`, `email`: key of the tokens with which recipients unsubscribe. Made by Sluice. */
  readonly unsubscribeKey?: string;
}

/** A weekly time in which nothing is sent; what is due meanwhile is sent as one digest at its end. */
export interface QuietHours {
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** `HH:MM` of local time. If `to` is not later than `from`, it is on the next day. */
  readonly from: string;
  readonly to: string;
  /** Days on which it begins, 1 is Monday and 7 Sunday; default: all. */
  readonly days?: readonly number[];
}
