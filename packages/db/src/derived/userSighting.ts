import { foldByKey } from '../connection/keys.js';

/** The fields of a project user that events may set. */
export const USER_FIELDS = ['id', 'email', 'username', 'name', 'ip'] as const;

/** One of {@link USER_FIELDS}. */
export type UserField = (typeof USER_FIELDS)[number];

/** What a stored event tells of its user; `null` fields tell nothing. */
export type UserSighting = Readonly<Record<UserField, string | null>> & {
  readonly projectId: string;
  /** The identity: which field it is and its value. */
  readonly userKey: string;
  /** Time of the event, milliseconds since 1970. */
  readonly timestampMs: number;
};

/** A field's newest value and its time. */
export interface FieldAt {
  readonly value: string;
  readonly ms: number;
}

/** The sightings of one user, folded. */
export interface UserChange {
  readonly projectId: string;
  readonly userKey: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly fields: ReadonlyMap<UserField, FieldAt>;
}

/** A change under way, of its own: hundreds of events of one user are folded into it. */
type Folded = { -readonly [Key in keyof UserChange]: UserChange[Key] } & { readonly fields: Map<UserField, FieldAt> };

/** One change for each (project, user), in lock order. */
export function foldUsers(sightings: readonly UserSighting[]): UserChange[] {
  const users = new Map<string, Folded>();
  for (const sighting of sightings) {
    const { projectId, userKey, timestampMs: ms } = sighting;
    const name = `${projectId}\0${userKey}`;
    let user = users.get(name);
    if (user === undefined)
      users.set(name, (user = { projectId, userKey, firstMs: ms, lastMs: ms, fields: new Map() }));
    for (const field of USER_FIELDS) {
      const value = sighting[field];
      if (value !== null) tell(user, field, { value, ms });
    }
    seeBetween(user, ms, ms);
  }
  return foldUserChanges([...users.values()]);
}

/** The same of changes: those of one user are one. Commutative, and idempotent. */
export const foldUserChanges = (changes: readonly UserChange[]): UserChange[] =>
  foldByKey(changes, (change) => [change.projectId, change.userKey], copyOf, join);

const copyOf = (change: UserChange): Folded => ({ ...change, fields: new Map(change.fields) });

function join(folded: Folded, { firstMs, lastMs, fields }: UserChange): Folded {
  for (const [field, value] of fields) tell(folded, field, value);
  seeBetween(folded, firstMs, lastMs);
  return folded;
}

function tell({ fields }: Folded, field: UserField, value: FieldAt): void {
  if (replaces(value, fields.get(field))) fields.set(field, value);
}

function seeBetween(folded: Folded, firstMs: number, lastMs: number): void {
  folded.firstMs = Math.min(folded.firstMs, firstMs);
  folded.lastMs = Math.max(folded.lastMs, lastMs);
}

/** Whether `a` replaces `b`: the newer one; at the same time the greater by bytes, so that the order does not matter. */
export function replaces(a: FieldAt, b: FieldAt | undefined): boolean {
  if (b === undefined) return true;
  if (a.ms === b.ms && a.value === b.value) return false;
  return a.ms !== b.ms ? a.ms > b.ms : Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)) > 0;
}
