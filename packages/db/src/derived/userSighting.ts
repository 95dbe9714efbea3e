import { mergeByKey } from '../connection/keys.js';

/** The fields of a project user that events may set. */
export const USER_FIELDS = ['id', 'email', 'username', 'name', 'ip'] as const;

/** One of {@link USER_FIELDS}. */
export type UserField = (typeof USER_FIELDS)[number];

/**
 * The fields that no public key overwrites once a server key has set them. Not `id`, which the identity fixes, and not `ip`,
 * which no event can set: it is the address of the sender, for a server key the server itself.
 */
const GUARDED_FIELDS = ['email', 'username', 'name'] as const;

/** One of {@link GUARDED_FIELDS}. */
export type GuardedField = (typeof GUARDED_FIELDS)[number];

/** Whether a field is one of {@link GUARDED_FIELDS}. */
export const isGuarded = (field: UserField): field is GuardedField =>
  (GUARDED_FIELDS as readonly UserField[]).includes(field);

/** Facts about a user from a stored event. `null` fields change nothing. */
export type UserSighting = Readonly<Record<UserField, string | null>> & {
  readonly projectId: string;
  /** The identity: which field it is and its value. */
  readonly userKey: string;
  /** Time by which the event is ordered (`orderingTime`), milliseconds since 1970. */
  readonly timestampMs: number;
  /** Whether a server key sent it. Default: a public key did. */
  readonly byServer?: boolean;
};

/** The current value of a field, and the time of its event. */
export interface FieldAt {
  readonly value: string;
  readonly ms: number;
  /** Whether a server key set it; only of {@link GUARDED_FIELDS}. */
  readonly byServer: boolean;
}

/** The merged sightings of one user. */
export interface UserChange {
  readonly projectId: string;
  readonly userKey: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly fields: ReadonlyMap<UserField, FieldAt>;
}

/** A change to which sightings are added. */
type MutableChange = { -readonly [Key in keyof UserChange]: UserChange[Key] } & {
  readonly fields: Map<UserField, FieldAt>;
};

/** Merges sightings into one change for each (project, user), in lock order. */
export function mergeSightings(sightings: readonly UserSighting[]): UserChange[] {
  const users = new Map<string, MutableChange>();
  for (const sighting of sightings) {
    const { projectId, userKey, timestampMs: ms, byServer = false } = sighting;
    const name = `${projectId}\0${userKey}`;
    let user = users.get(name);
    if (user === undefined)
      users.set(name, (user = { projectId, userKey, firstMs: ms, lastMs: ms, fields: new Map() }));
    for (const field of USER_FIELDS) {
      const value = sighting[field];
      if (value !== null) tell(user, field, { value, ms, byServer: byServer && isGuarded(field) });
    }
    seeBetween(user, ms, ms);
  }
  return mergeUserChanges([...users.values()]);
}

/** Merges changes by user, in lock order. Commutative and idempotent. */
export const mergeUserChanges = (changes: readonly UserChange[]): UserChange[] =>
  mergeByKey(changes, (change) => [change.projectId, change.userKey], copyOf, join);

const copyOf = (change: UserChange): MutableChange => ({ ...change, fields: new Map(change.fields) });

function join(folded: MutableChange, { firstMs, lastMs, fields }: UserChange): MutableChange {
  for (const [field, value] of fields) tell(folded, field, value);
  seeBetween(folded, firstMs, lastMs);
  return folded;
}

function tell({ fields }: MutableChange, field: UserField, value: FieldAt): void {
  if (replaces(value, fields.get(field))) fields.set(field, value);
}

function seeBetween(folded: MutableChange, firstMs: number, lastMs: number): void {
  folded.firstMs = Math.min(folded.firstMs, firstMs);
  folded.lastMs = Math.max(folded.lastMs, lastMs);
}

/**
 * Whether `a` replaces `b`: a value of a server key replaces one of a public key; otherwise the newer value wins, at the same
 * time the bytewise greater one. This is a total order of which the greatest value stays, so the result does not depend on
 * the order of arrival, on repetition or on the batching.
 */
export function replaces(a: FieldAt, b: FieldAt | undefined): boolean {
  if (b === undefined) return true;
  if (a.byServer !== b.byServer) return a.byServer;
  if (a.ms === b.ms && a.value === b.value) return false;
  return a.ms !== b.ms ? a.ms > b.ms : Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)) > 0;
}
