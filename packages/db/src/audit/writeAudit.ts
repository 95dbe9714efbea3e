import type { AUDIT_ACTIONS } from '@sluice/contract';
import { type Actor } from '@sluice/contract';
import type { Tx } from '../connection/inTransaction.js';

/** One of {@link AUDIT_ACTIONS}. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** A change for the audit log. */
export interface AuditEntry {
  readonly organizationId: string;
  readonly projectId?: string;
  readonly actor: Actor;
  readonly action: AuditAction;
  /** What was changed, for people: the slug of a project, a masked key, an email address. */
  readonly target: string;
  /** Changed values before the change; never a secret. */
  readonly before?: Readonly<Record<string, unknown>>;
  /** Changed values after the change; never a secret. */
  readonly after?: Readonly<Record<string, unknown>>;
}

/** Records a change in the transaction that makes it, so that there is no change without its record. */
export async function writeAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  await tx.kysely
    .insertInto('audit_log')
    .values({
      organization_id: entry.organizationId,
      project_id: entry.projectId ?? null,
      actor_kind: actor.kind,
      actor: actor.label,
      user_id: actor.kind === 'operator' ? null : actor.userId,
      token_id: actor.kind === 'token' ? actor.tokenId : null,
      action: entry.action,
      target: entry.target,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
    })
    .execute();
}
