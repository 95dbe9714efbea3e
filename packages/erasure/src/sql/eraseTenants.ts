import { OPERATOR, type Actor } from '@sluice/contract';
import { sql } from 'kysely';
import {
  writeAudit,
  type Database,
  inTransaction,
  closeProject,
  findProject,
  type ProjectRef,
  settingsTransaction,
  type TenantLimit,
  found,
  wholeOrganization,
} from '@sluice/db';
import { assertFewErasures } from './assertFewErasures.js';
import type { Erasure } from './erasure.js';
import { requestProjectErasure, requestUserErasure } from './requestErasure.js';

/** Author and limit of a request. */
interface ErasureOptions {
  /** Default: the operator. */
  readonly actor?: Actor;
  /** Erasures of the organization that may be unfinished at the same time; default: any number. */
  readonly limit?: TenantLimit;
}

/**
 * Requests the erasure of a project user's data, with a record in the audit log. The log names the request, not the user: it is
 * kept for longer. The user need not be known, because events may still be queued. @throws TenancyError `not_found` or `too_many`
 */
export function eraseUser(
  db: Database,
  ref: ProjectRef,
  userKey: string,
  { actor = OPERATOR, limit }: ErasureOptions = {},
): Promise<Erasure> {
  return inTransaction(db, async (tx) => {
    const { id: projectId, organizationId } = await findProject(tx, ref);
    await assertFewErasures(tx, organizationId, limit);
    const erasure = await requestUserErasure(tx, { projectId, userKey, requestedBy: actor.label });
    await writeAudit(tx, { organizationId, projectId, actor, action: 'user.erase', target: erasure.id });
    return erasure;
  });
}

/** Deletes a project and requests the erasure of everything in it. @throws TenancyError `not_found` or `too_many` */
export function eraseProject(
  db: Database,
  ref: ProjectRef,
  { actor = OPERATOR, limit }: ErasureOptions = {},
): Promise<Erasure> {
  return settingsTransaction(db, async (tx) => {
    const { id: projectId, organizationId } = await findProject(tx, ref);
    await assertFewErasures(tx, organizationId, limit);
    await closeProject(tx, projectId);
    await writeAudit(tx, { organizationId, projectId, actor, action: 'project.erase', target: ref.project });
    return requestProjectErasure(tx, { projectId, slug: ref.project, requestedBy: actor.label });
  });
}

/**
 * Requests the erasure of all projects of an organization, deleted ones too, and deletes its members, tokens, links and audit log
 * at once. Its row stays without slug and settings, because usage counts refer to it. Users stay: they may be members elsewhere.
 * @throws TenancyError `not_found`
 */
export function eraseOrganization(db: Database, slug: string, actor: Actor = OPERATOR): Promise<readonly Erasure[]> {
  return settingsTransaction(db, async (tx) => {
    const { kysely } = tx;
    const organization = await kysely
      .selectFrom('organizations')
      .select('id')
      .where('slug', '=', slug)
      // Waits for members, tokens and links that are being added, so that they are deleted, too.
      .forUpdate()
      .executeTakeFirst();
    const { id } = found(organization, `there is no organization ${slug}`);
    const projects = await kysely
      .selectFrom('projects')
      .select(['id', 'deleted_at'])
      .where('organization_id', '=', id)
      .orderBy('id')
      .execute();
    const erasures: Erasure[] = [];
    for (const project of projects) {
      if (project.deleted_at === null) await closeProject(tx, project.id);
      erasures.push(await requestProjectErasure(tx, { projectId: project.id, slug: null, requestedBy: actor.label }));
    }
    // Projects that were erased before.
    await sql`
      update erasures set slug = null
      where project_id = any(${projects.map((project) => project.id)}::bigint[]) and slug is not null`.execute(kysely);
    // Alerts about the organization as a whole; it has no part in the list of its projects.
    await requestProjectErasure(tx, { projectId: wholeOrganization(id), slug: null, requestedBy: actor.label });
    const userId = actor.kind === 'user' ? actor.userId : null;
    await sql`select erase_organization(${id}, ${actor.label}, ${userId})`.execute(kysely);
    return erasures;
  });
}
