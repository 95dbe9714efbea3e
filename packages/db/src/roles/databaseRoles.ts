import { TABLE_OF, type Schema } from '../schema/schema.js';

/** Privileges as `GRANT` takes them, and the tables that they are on. */
type Grants = Readonly<Record<string, readonly (keyof Schema | 'schema_migrations')[]>>;

/** The privileges of a role. A service without a role uses no database or is the owner. */
export interface RoleGrants {
  readonly tables: Grants;
  readonly sequences: readonly string[];
  readonly functions: readonly string[];
}

/** The privilege on these columns alone. */
const on = (privilege: 'select' | 'insert' | 'update', ...columns: readonly string[]): string =>
  columns.map((column) => `${privilege} (${column})`).join(', ');

const EVENTS = Object.values(TABLE_OF);

/** What every worker does: it stores parts once, counts them, and derives users. The tables have rows of all event types. */
const OF_WORKERS = {
  select: ['erasures', 'schema_migrations'],
  'select, insert': ['receipts'],
  'select, insert, update': ['usage', 'first_accepted', 'project_users', 'new_names', 'folded_names', 'erased_events'],
  'select, insert, update, delete': ['dead_letters'],
} as const;

/**
 * The role of a worker: {@link OF_WORKERS}, and the tables of its own event type. Events are added and never read. Privileges
 * on further tables need a key that {@link OF_WORKERS} does not have, or repeat its tables.
 */
const workerRole = <Own extends Grants>(own: Own) => ({
  tables: { ...OF_WORKERS, ...own },
  sequences: [],
  functions: ['make_partition'],
});

const SIGN_IN_COLUMNS = ['password_hash', 'totp_secret', 'totp_confirmed_at', 'totp_last_step', 'recovery_digests'];
const SESSION_TIMES = ['created_at', 'last_used_at', 'expires_at'];
const LINK_FACTS = ['created_by', 'inviter_id', 'created_at', 'expires_at'];
/** Not the time: an entry is of now. */
const AUDIT_FACTS = ['project_id', 'before', 'after'];

/**
 * A role for each service that uses PostgreSQL, with the privileges that its statements need and no others. The owner of the
 * tables (migrations, housekeeping, commands of the operator) needs no role: only an owner can detach partitions.
 */
export const DATABASE_ROLES = {
  // Keys that are missing in Redis, seeds of new ledgers, and acknowledged counts.
  sluice_gateway: {
    tables: {
      select: ['organizations', 'projects', 'project_keys', 'usage', 'first_accepted'],
      'select, insert, update': ['acknowledged', 'refused_origins', 'refused_keys', 'sdk_counts'],
      // The older ones are deleted by their place and size: not what is in them.
      'insert, delete': ['refused_samples'],
      [on('select', 'project_id', 'reason', 'at', 'id', 'entry', 'event_bytes')]: ['refused_samples'],
    },
    sequences: [],
    functions: [],
  },
  // Adds an exception to its issue and release, and reads source maps.
  sluice_exceptions: workerRole({
    insert: ['exceptions', 'issue_changes', 'alert_signals'],
    select: [...OF_WORKERS.select, 'sourcemaps', 'sourcemap_blobs', 'alert_rules'],
    'select, insert': [...OF_WORKERS['select, insert'], 'issue_users'],
    'select, insert, update': [
      ...OF_WORKERS['select, insert, update'],
      ...(['issues', 'issue_hashes', 'issue_hours', 'issue_releases', 'issue_minutes'] as const),
      ...(['releases', 'environment_names', 'release_names'] as const),
    ],
    'select (id), select (organization_id)': ['projects'],
    'update (damaged_at), update (tries), update (tried_at), update (touched_at)': ['sourcemaps'],
  }),
  // Names of metrics, environments and releases have caps; a described release is admitted above them.
  sluice_spans: workerRole({
    insert: ['spans', 'metric_points', 'span_arrivals', 'alert_minutes'],
    select: [...OF_WORKERS.select, 'releases', 'alert_rules'],
    'select (id), select (organization_id)': ['projects'],
    'select, insert, update': [
      ...OF_WORKERS['select, insert, update'],
      ...(['traces', 'metric_names', 'environment_names', 'release_names'] as const),
    ],
  }),
  sluice_logs: workerRole({
    insert: ['logs', 'late_logs', 'alert_minutes'],
    select: [...OF_WORKERS.select, 'alert_rules'],
    'select (id), select (organization_id)': ['projects'],
  }),
  sluice_hits: workerRole({
    insert: ['hits'],
    'select, insert': [...OF_WORKERS['select, insert'], 'visit_keys', 'daily_salts'],
    'select, insert, update': [...OF_WORKERS['select, insert, update'], 'hit_days', 'environment_names'],
  }),
  sluice_replays: workerRole({
    insert: ['replays', 'erased_replays'],
    'select, insert, update': [...OF_WORKERS['select, insert, update'], 'replay_sessions'],
  }),
  // As for spans, without the spans.
  sluice_metrics: workerRole({
    insert: ['metric_points'],
    select: [...OF_WORKERS.select, 'releases'],
    'select, insert, update': [
      ...OF_WORKERS['select, insert, update'],
      ...(['metric_names', 'environment_names', 'release_names'] as const),
    ],
  }),
  // Reads everything but what only workers need; writes accounts, settings,
  // keys, and what people decide about issues.
  sluice_api: {
    tables: {
      select: [
        ...(['organizations', 'projects', 'project_keys', 'tokens'] as const),
        ...(['users', 'memberships', 'sessions', 'links', 'audit_log', 'identities'] as const),
        ...EVENTS,
        ...(['span_arrivals', 'late_logs', 'endpoint_hours'] as const),
        ...(['traces', 'issues', 'issue_hashes', 'issue_hours', 'issue_releases', 'issue_users'] as const),
        ...(['issue_comments', 'issue_changes', 'departed_assignees'] as const),
        ...([
          'metric_points',
          'metric_names',
          'environment_names',
          'hit_days',
          'replay_sessions',
          'releases',
          'project_users',
        ] as const),
        ...(['visit_counts', 'exception_counts', 'replay_facts', 'derived_days'] as const),
        ...(['sourcemaps', 'sourcemap_blobs', 'usage', 'first_accepted', 'folded_names', 'schema_migrations'] as const),
        ...([
          'erasures',
          'erased_events',
          'organization_erasures',
          'filter_entries',
          'refused_samples',
          'refused_origins',
          'sdk_counts',
        ] as const),
        ...(['alert_firings', 'alert_subjects', 'alert_notices', 'alert_attempts'] as const),
      ],
      'insert, update': ['issues'],
      'insert, update, delete': ['issue_comments'],
      // Accounts. What ended stays so: triggers refuse to clear `ended_at`, `used_at`, `revoked_at` and `disabled_at`.
      [on('insert', 'email', 'name', 'email_verified_at', 'password_hash')]: ['users'],
      [on('update', 'email', 'name', 'email_verified_at', ...SIGN_IN_COLUMNS)]: ['users'],
      [on('insert', 'organization_id', 'user_id', 'role')]: ['memberships'],
      'update (role), delete': ['memberships'],
      [on('insert', 'user_id', 'digest', 'method', 'address', 'network', 'user_agent', ...SESSION_TIMES)]: ['sessions'],
      'update (last_used_at), update (ended_at)': ['sessions'],
      [on('insert', 'digest', 'purpose', 'email', 'organization_id', 'role', 'is_mailed', ...LINK_FACTS)]: ['links'],
      'update (used_at)': ['links'],
      // Of users: a trigger refuses tokens without one.
      [on('insert', 'organization_id', 'digest', 'hint', 'scopes', 'expires_at', 'user_id', 'name')]: ['tokens'],
      [on('insert', 'key', 'kind', 'project_id', 'label')]: ['project_keys'],
      'update (disabled_at)': ['project_keys'],
      [on('insert', 'project_id', 'kind', 'user_key', 'before', 'slug', 'requested_by')]: ['erasures'],
      'update (before), update (slug)': ['erasures'],
      [on('insert', 'slug', 'settings', 'creator_id')]: ['organizations'],
      [on('insert', 'organization_id', 'slug', 'settings')]: ['projects'],
      // Settings of alerts, and messages that people send again or test.
      'select, insert, update': [
        ...(['alert_destinations', 'alert_destination_hours', 'alert_addresses', 'alert_mail_counts'] as const),
      ],
      'select, insert, update, delete': [
        ...(['alert_rules', 'alert_maintenance', 'alert_subscriptions'] as const),
        ...(['alert_deliveries', 'alert_inbox'] as const),
      ],
      // What waits for a destination is due when it is resumed, and composed anew.
      'update (due_at), update (delivery_id)': ['alert_notices'],
      'insert, delete': ['identities', 'departed_assignees'],
      // Histories are only added to.
      insert: ['issue_changes', 'alert_signals'],
      [on(
        'insert',
        'organization_id',
        'actor_kind',
        'actor',
        'user_id',
        'token_id',
        'action',
        'target',
        ...AUDIT_FACTS,
      )]: ['audit_log'],
      update: ['issue_hashes'],
      'update (settings), update (lift_hour), update (lift_types)': ['projects'],
      'update (deleted_at)': ['projects'],
      'update (settings)': ['organizations'],
      'update (finished_at)': ['organization_erasures'],
      'update (last_used_at), update (revoked_at)': ['tokens'],
      'update (damaged_at), update (tries), update (tried_at)': ['sourcemaps'],
    },
    sequences: ['settings_version'],
    functions: ['erase_organization'],
  },
  // Decides which rules fire, and sends messages about it. It reads what a message says.
  sluice_alerts: {
    tables: {
      select: [
        ...(['organizations', 'projects', 'memberships', 'organization_erasures', 'schema_migrations'] as const),
        ...(['issues', 'issue_hashes', 'issue_hours', 'issue_minutes', 'exceptions', 'metric_points'] as const),
        ...(['usage', 'losses', 'refused_origins', 'refused_keys', 'sourcemaps', 'sourcemap_blobs'] as const),
        ...(['alert_rules', 'alert_maintenance', 'alert_subscriptions', 'alert_addresses'] as const),
      ],
      'select (id), select (email), select (email_verified_at), select (name), select (disabled_at)': ['users'],
      // Not the digests of tokens.
      'select (organization_id), select (id), select (hint), select (created_at), select (expires_at), select (revoked_at)':
        ['tokens'],
      'select, update': ['alert_destinations'],
      'select, insert': ['alert_inbox', 'alert_attempts'],
      'select, insert, update': [
        'alert_firings',
        'alert_subjects',
        'alert_notices',
        'alert_deliveries',
        'alert_destination_hours',
        'alert_mail_counts',
        'drop_evaluations',
      ],
      'select, update, delete': ['alert_signals'],
      'select, insert, delete': ['alert_minutes'],
      'update (damaged_at), update (tries), update (tried_at)': ['sourcemaps'],
    },
    sequences: [],
    functions: [],
  },
  sluice_sourcemaps: {
    tables: {
      select: [
        ...(['organizations', 'projects', 'tokens', 'memberships', 'schema_migrations'] as const),
        ...(['issues', 'issue_hashes', 'issue_hours', 'issue_releases', 'exception_counts', 'visit_counts'] as const),
        ...(['hit_days', 'derived_days', 'issue_changes'] as const),
      ],
      // Neither secrets nor addresses.
      'select (id), select (name), select (disabled_at)': ['users'],
      [on('select', 'user_id', 'id', 'digest', 'method', ...SESSION_TIMES, 'ended_at')]: ['sessions'],
      'update (last_used_at)': ['tokens', 'sessions'],
      'select, insert, update': ['releases'],
      'select, insert, update, delete': ['sourcemaps', 'sourcemap_blobs', 'sourcemap_garbage'],
    },
    sequences: [],
    functions: [],
  },
} as const satisfies Readonly<Record<string, RoleGrants>>;

/** The name of one of {@link DATABASE_ROLES}. */
export type DatabaseRole = keyof typeof DATABASE_ROLES;

/** Their names. */
export const DATABASE_ROLE_NAMES = Object.keys(DATABASE_ROLES) as readonly DatabaseRole[];

/** The roles of the workers that shared a login. */
const WORKER_ROLES = [
  DATABASE_ROLES.sluice_exceptions,
  DATABASE_ROLES.sluice_spans,
  DATABASE_ROLES.sluice_logs,
  DATABASE_ROLES.sluice_hits,
  DATABASE_ROLES.sluice_replays,
] as const satisfies readonly RoleGrants[];

/**
 * Roles of earlier versions, which are not created any more. Where one exists, it keeps the privileges that its services need,
 * so that an installation changes logins when it likes. `sluice_worker` was the role of all five workers.
 */
export const FORMER_ROLES: Readonly<Record<string, readonly RoleGrants[]>> = { sluice_worker: WORKER_ROLES };
