/** Roles of a member in an organization, each with all permissions of the ones before it. */
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;

/** One of {@link ROLES}. */
export type Role = (typeof ROLES)[number];

/** Scopes of an access token (protocol 5). */
export const SCOPES = ['project:releases', 'project:read', 'project:admin'] as const;

/** One of {@link SCOPES}. */
export type Scope = (typeof SCOPES)[number];

/** Who has a permission. */
interface Grant {
  /** The lowest role that has it. */
  readonly role: Role;
  /** Scopes that have it; none: no access token has it. */
  readonly scopes: readonly Scope[];
}

const grant = (role: Role, ...scopes: readonly Scope[]): Grant => ({ role, scopes });

/** The table of access: which roles and which scopes of tokens have each permission. */
export const PERMISSIONS = {
  /** Reads of a project or an organization. */
  'project:read': grant('viewer', 'project:read', 'project:admin'),
  /** Reads of source maps and releases, which build pipelines need. */
  'releases:read': grant('viewer', 'project:releases', 'project:read', 'project:admin'),
  /** State, merging, assignment and comments of issues. */
  'issues:write': grant('member', 'project:admin'),
  /** Deletion of comments of others. */
  'comments:moderate': grant('admin', 'project:admin'),
  /** Upload and deletion of source maps; description of releases. */
  'releases:write': grant('member', 'project:releases', 'project:admin'),
  /** Settings of a project, and previews of its filters. */
  'settings:write': grant('admin', 'project:admin'),
  /** Project keys. */
  'keys:write': grant('admin', 'project:admin'),
  /** Rules and destinations of alerts, and maintenance windows. */
  'alerts:write': grant('admin', 'project:admin'),
  /** Erasure of stored data. */
  'data:erase': grant('admin', 'project:admin'),
  /** Creation and deletion of projects. */
  'projects:write': grant('admin', 'project:admin'),
  /** Invitations, and roles of members up to one's own. */
  'members:write': grant('admin'),
  /** The audit log. */
  'audit:read': grant('admin'),
  /** Quotas and retention of the organization, and its deletion. */
  'organization:write': grant('owner'),
} as const satisfies Readonly<Record<string, Grant>>;

/** What an operation needs: a name in {@link PERMISSIONS}. */
export type Permission = keyof typeof PERMISSIONS;

const grantOf = (permission: Permission): Grant => PERMISSIONS[permission];

/** Whether a role includes another: `owner` includes `admin`. */
export const includesRole = (role: Role, other: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(other);

/** Whether a text names a role. */
export const isRole = (text: string): text is Role => (ROLES as readonly string[]).includes(text);

/** Whether a member with this role has the permission. */
export const roleHas = (role: Role, permission: Permission): boolean => includesRole(role, grantOf(permission).role);

/** Whether a token with these scopes has the permission. A token of a user also needs the role of the user. */
export const scopesHave = (scopes: readonly Scope[], permission: Permission): boolean =>
  grantOf(permission).scopes.some((scope) => scopes.includes(scope));

/** Returns the scopes of which a token needs one, without `project:admin` if another one suffices. */
export function scopesFor(permission: Permission): readonly Scope[] {
  const { scopes } = grantOf(permission);
  return scopes.length > 1 ? scopes.filter((scope) => scope !== 'project:admin') : scopes;
}

/** Returns the roles that have the permission, the lowest first. */
export const rolesFor = (permission: Permission): readonly Role[] => ROLES.filter((role) => roleHas(role, permission));
