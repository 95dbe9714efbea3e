import { maskKey, type KeyKind } from '@sluice/contract';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { insertKey, keysOf, disableProjectKey, type NewProjectKey, type ProjectKey } from './projectKeys.js';
import { findProject, type ProjectRef } from './projects.js';
import { found, TenancyError } from './tenancyError.js';

/** Every gateway holds every key, so a project has a bound; two makers at once may pass it by one. */
const MAX_KEYS = 1_000;

/** Makes a further key for a project. Throws `not_found`, and `exists` where the project has very many, disabled ones included. */
export async function addKey(
  db: Database,
  ref: ProjectRef,
  label = '',
  kind: KeyKind = 'public',
): Promise<NewProjectKey> {
  const { id } = await findProject(db, ref);
  if ((await keysOf(db, id)).length >= MAX_KEYS) {
    throw new TenancyError('exists', `there are ${MAX_KEYS} keys in ${ref.organization}/${ref.project} already`);
  }
  return insertKey(db, id, label, kind);
}

/** A project's keys, oldest first, disabled ones included. Throws `not_found`. */
export async function listKeys(db: Queryable, ref: ProjectRef): Promise<readonly ProjectKey[]> {
  const { id } = await findProject(db, ref);
  return keysOf(db, id);
}

/** Disables a key permanently: its text, or of a server key the beginning that is shown, in either case. Throws `not_found`. */
export async function disableKey(db: Database, ref: ProjectRef, key: string): Promise<ProjectKey> {
  const { id } = await findProject(db, ref);
  return found(
    await disableProjectKey(db, id, key),
    `there is no key ${maskKey(key)} in ${ref.organization}/${ref.project}`,
  );
}
