import { maskKey, OPERATOR, type Actor, type KeyKind } from '@sluice/contract';
import { writeAudit } from '../audit/writeAudit.js';
import type { Database, Queryable } from '../connection/createDatabase.js';
import { inTransaction, type Tx } from '../connection/inTransaction.js';
import { insertKey, keysOf, disableProjectKey, type NewProjectKey, type ProjectKey } from './projectKeys.js';
import { findProject, type Project, type ProjectRef } from './projects.js';
import { found, TenancyError } from '../tenancyError.js';

/** Every gateway holds every key, so a project has a bound; two makers at once may pass it by one. */
const MAX_KEYS = 1_000;

/** Properties of a new key. */
export interface KeyRequest {
  /** Default: empty. */
  readonly label?: string;
  /** Default: public. */
  readonly kind?: KeyKind;
  /** Default: an operator. */
  readonly actor?: Actor;
}

/** Makes a further key for a project. Throws `not_found`, and `exists` where the project has very many, disabled ones included. */
export async function addKey(
  db: Database,
  ref: ProjectRef,
  { label = '', kind = 'public', actor = OPERATOR }: KeyRequest = {},
): Promise<NewProjectKey> {
  const project = await findProject(db, ref);
  if ((await keysOf(db, project.id)).length >= MAX_KEYS) {
    throw new TenancyError('exists', `there are ${MAX_KEYS} keys in ${ref.organization}/${ref.project} already`);
  }
  return inTransaction(db, async (tx) => {
    const key = await insertKey(tx, project.id, label, kind);
    await audit(tx, project, { action: 'key.create', key, actor });
    return key;
  });
}

/** A project's keys, oldest first, disabled ones included. Throws `not_found`. */
export async function listKeys(db: Queryable, ref: ProjectRef): Promise<readonly ProjectKey[]> {
  const { id } = await findProject(db, ref);
  return keysOf(db, id);
}

/** Disables a key permanently: its text, or of a server key the beginning that is shown, in either case. Throws `not_found`. */
export async function disableKey(
  db: Database,
  ref: ProjectRef,
  text: string,
  actor: Actor = OPERATOR,
): Promise<ProjectKey> {
  const project = await findProject(db, ref);
  return inTransaction(db, async (tx) => {
    const key = found(
      await disableProjectKey(tx, project.id, text),
      `there is no key ${maskKey(text)} in ${ref.organization}/${ref.project}`,
    );
    await audit(tx, project, { action: 'key.disable', key, actor });
    return key;
  });
}

const audit = (
  tx: Tx,
  { id, organizationId }: Project,
  {
    action,
    key,
    actor,
  }: { readonly action: 'key.create' | 'key.disable'; readonly key: ProjectKey; readonly actor: Actor },
): Promise<void> =>
  writeAudit(tx, {
    organizationId,
    projectId: id,
    actor,
    action,
    target: key.key,
    [action === 'key.create' ? 'after' : 'before']: { kind: key.kind, label: key.label },
  });
