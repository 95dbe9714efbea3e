import { parseProjectKey } from '@sluice/contract/node';
import { SERVER_KEY_PREFIX, maskKey, type KeyKind } from '@sluice/contract';
import { randomBytes } from 'node:crypto';
import { sql, type Selectable } from 'kysely';
import type { Queryable } from '../connection/createDatabase.js';
import type { ProjectKeysTable } from '../schema/schema.js';

/** A project key without secrets. */
export interface ProjectKey {
  readonly kind: KeyKind;
  /** A public key whole, 32 hex digits; of a server key the beginning, `sls_` and 12 hex digits, which names it. */
  readonly key: string;
  readonly projectId: string;
  readonly label: string;
  readonly createdAt: Date;
  /** `null` while it is enabled. */
  readonly disabledAt: Date | null;
}

/** A new key. */
export interface NewProjectKey extends ProjectKey {
  /** The key that clients send, the user part of a DSN. That of a server key is not stored: it is shown once. */
  readonly text: string;
}

/** Returns the text of a new key: 128 random bits, which are public, or 256, of which 48 are shown. */
const newText = (kind: KeyKind): string =>
  kind === 'public' ? randomBytes(16).toString('hex') : `${SERVER_KEY_PREFIX}${randomBytes(32).toString('hex')}`;

/** Creates a key of a project. */
export async function insertKey(
  db: Queryable,
  projectId: string,
  label: string,
  kind: KeyKind = 'public',
): Promise<NewProjectKey> {
  const text = newText(kind);
  const row = await db.kysely
    .insertInto('project_keys')
    .values({ key: parseProjectKey(text)?.name ?? text, kind, project_id: projectId, label })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...keyOf(row), text };
}

/** Returns a project's keys, oldest first, including disabled ones. */
export async function keysOf(db: Queryable, projectId: string): Promise<readonly ProjectKey[]> {
  const rows = await db.kysely
    .selectFrom('project_keys')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('key')
    .execute();
  return rows.map(keyOf);
}

/**
 * Disables a key of a project permanently; `undefined` where the project has no such key.
 * @param key its text, or of a server key the beginning that is shown; in either case
 */
export async function disableProjectKey(
  db: Queryable,
  projectId: string,
  key: string,
): Promise<ProjectKey | undefined> {
  const row = await db.kysely
    .updateTable('project_keys')
    .set({ disabled_at: sql<Date>`coalesce(disabled_at, now())` })
    .where('project_id', '=', projectId)
    .where(isNamed(key.toLowerCase()))
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : keyOf(row);
}

const SHOWN_SERVER_KEY = /^(sls_[0-9a-f]{12})…?$/;

function isNamed(key: string) {
  const [, shown] = SHOWN_SERVER_KEY.exec(key) ?? [];
  if (shown !== undefined) return sql<boolean>`starts_with(key, ${`${shown}:`})`;
  return sql<boolean>`key = ${parseProjectKey(key)?.name ?? key}`;
}

function keyOf(row: Selectable<ProjectKeysTable>): ProjectKey {
  return {
    kind: row.kind,
    key: maskKey(row.key),
    projectId: row.project_id,
    label: row.label,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
  };
}
