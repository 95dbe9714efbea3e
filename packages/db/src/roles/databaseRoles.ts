import { TABLE_OF, type Schema } from '../schema/schema.js';

/** Privileges as `GRANT` takes them, and the tables that they are on. */
type Grants = Readonly<Record<string, readonly (keyof Schema | 'schema_migrations')[]>>;

/** The privileges of a role. A service without a role uses no database or is the owner. */
interface RoleGrants {
  readonly tables: Grants;
  readonly sequences: readonly string[];
  readonly functions: readonly string[];
}

const EVENTS = Object.values(TABLE_OF);

/** Tables of derived rows, which a worker reads and changes. */
const DERIVED = [
  'traces',
  'issues',
  'issue_hashes',
  'issue_hours',
  'issue_releases',
  'issue_users',
  'metric_names',
  'environment_names',
  'release_names',
  'new_names',
  'folded_names',
  'visit_keys',
  'hit_days',
  'daily_salts',
  'replay_sessions',
  'releases',
  'project_users',
  'usage',
  'first_accepted',
] as const;

/**
 * A role for each service that uses PostgreSQL, with the privileges that its statements need and no others. The owner of the
 * tables (migrations, housekeeping, commands of the operator) needs no role: only an owner can detach partitions.
 */
export const DATABASE_ROLES = {
  // Keys that are missing in Redis, seeds of new ledgers, and acknowledged counts.
  sluice_gateway: {
    tables: {
      select: ['organizations', 'projects', 'project_keys', 'usage', 'first_accepted'],
      'select, insert, update': ['acknowledged', 'refused_origins'],
      'select, insert, delete': ['refused_samples'],
    },
    sequences: [],
    functions: [],
  },
  // All five: events are added and never read.
  sluice_worker: {
    tables: {
      insert: [...EVENTS, 'metric_points', 'span_arrivals', 'late_logs', 'issue_changes', 'erased_replays'],
      'select, insert': ['receipts'],
      'select, insert, update': [...DERIVED, 'erased_events'],
      'select, insert, update, delete': ['dead_letters'],
      select: ['erasures', 'sourcemaps', 'sourcemap_blobs', 'schema_migrations'],
      'select (id), select (organization_id)': ['projects'],
      'update (damaged_at)': ['sourcemaps'],
    },
    sequences: [],
    functions: ['make_partition'],
  },
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
        ] as const),
      ],
      'insert, update': ['issues', 'project_keys', 'users', 'sessions', 'links', 'erasures'],
      'insert, update, delete': ['issue_comments', 'memberships'],
      'insert, delete': ['identities', 'departed_assignees'],
      // Histories are only added to.
      insert: ['issue_changes', 'organizations', 'projects', 'tokens', 'audit_log'],
      update: ['issue_hashes'],
      'update (settings), update (lift_hour), update (lift_types)': ['projects'],
      'update (deleted_at)': ['projects'],
      'update (settings)': ['organizations'],
      'update (finished_at)': ['organization_erasures'],
      'update (last_used_at), update (revoked_at)': ['tokens'],
      'update (damaged_at)': ['sourcemaps'],
    },
    sequences: ['settings_version'],
    functions: ['erase_organization'],
  },
  sluice_sourcemaps: {
    tables: {
      select: [
        ...(['organizations', 'projects', 'tokens', 'memberships', 'sessions', 'schema_migrations'] as const),
        ...(['issues', 'issue_hashes', 'issue_hours', 'issue_releases', 'exception_counts', 'visit_counts'] as const),
        ...(['hit_days', 'derived_days', 'issue_changes'] as const),
      ],
      // Not the hashes of passwords.
      'select (id), select (email), select (name), select (disabled_at)': ['users'],
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
