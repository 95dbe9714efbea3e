/**
 * Sort orders of a list of issues, greatest first. `newest` is by the first sighting of all time, `firstSeen` by that among the
 * counted exceptions. `trend` is by growth: exceptions in the second half of the range minus those in the first.
 */
export const ISSUE_SORTS = ['lastSeen', 'firstSeen', 'newest', 'count', 'users', 'trend'] as const;

/** The properties of exceptions whose values can be suggested. The value of a tag is `key:value`. */
export const VALUE_FIELDS = ['tag', 'user', 'url'] as const;

/** Orders of lists of replays besides arrival. */
export const REPLAY_SORTS = ['duration', 'errors', 'pages'] as const;

/** What is in a timeline: page views, custom hits, exceptions, logs, root spans, replays. */
export const MOMENT_KINDS = ['pageview', 'custom', 'exception', 'log', 'trace', 'replay'] as const;

/** Properties by which visits are counted. */
export const VISIT_DIMENSIONS = ['entry', 'page', 'referrer', 'browser', 'os', 'device', 'custom', 'release'] as const;

/** The kinds of names with caps, in the order in which a transaction locks their counters. */
export const NAME_KINDS = ['environment', 'release', 'issue', 'metric', 'user'] as const;

/** Kinds of changes in the audit log: `<what>.<verb>`. */
export const AUDIT_ACTIONS = [
  'organization.create',
  'organization.settings',
  'project.create',
  'project.settings',
  'project.delete',
  'project.erase',
  'user.erase',
  'project.lift',
  'comment.delete',
  'key.create',
  'key.disable',
  'token.create',
  'token.revoke',
  'member.add',
  'member.role',
  'member.change',
  'member.password',
  'member.totp',
  'member.identity',
  'member.credentials',
  'member.sessions',
  'member.remove',
  'member.disable',
  'member.enable',
  'invitation.create',
  'invitation.revoke',
  'alert_rule.create',
  'alert_rule.change',
  'alert_rule.delete',
  'alert_destination.create',
  'alert_destination.change',
  'alert_destination.delete',
  'alert_destination.pause',
  'alert_destination.resume',
  'alert_destination.rotate',
  'alert_maintenance.create',
  'alert_maintenance.delete',
] as const;

/** States of a delivery. */
export const DELIVERY_STATES = ['waiting', 'sent', 'paused', 'failed'] as const;

/** States of a firing. */
export const FIRING_STATES = ['firing', 'recovered', 'notice'] as const;

/** What a member receives of destinations of the kind `members`: mail and inbox, inbox only, or nothing. */
export const ALERT_CHANNELS = ['mail', 'inbox', 'none'] as const;

/** Logs that a histogram counts. */
export const HISTOGRAM_SCAN = 50_000;

/** Most page traces before the given one in the response about a visit. */
export const MAX_EARLIER = 20;

/** Tests and repeated messages of an hour that a destination gets: enough to set it up, too few to flood a receiver. */
export const MOST_REQUESTED = 10;

/** Largest number of unread messages that is counted; counting stops there. */
export const MOST_UNREAD = 1_000;

/** Fewest and most characters of a password. */
export const PASSWORD_LENGTH = { min: 10, max: 256 } as const;
