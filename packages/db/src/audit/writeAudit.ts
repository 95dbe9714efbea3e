import type { Actor } from '@sluice/contract';
import type { Tx } from '../connection/inTransaction.js';

/** Kinds of changes in the audit log: `<what>.<verb>`. */
export const AUDIT_ACTIONS = [
  'organization.create',
  'organization.settings',
  'project.create',
  'project.settings',
  'project.delete',
  'project.erase',
  'user.erase',
  'project.lift',
  'comment.delete',
  'key.create',
  'key.disable',
  'token.create',
  'token.revoke',
  'member.add',
  'member.role',
  'member.change',
  'member.password',
  'member.totp',
  'member.identity',
  'member.credentials',
  'member.sessions',
  'member.remove',
  'member.disable',
  'member.enable',
  'invitation.create',
  'invitation.revoke',
  'alert_rule.create',
  'alert_rule.change',
  'alert_rule.delete',
  'alert_destination.create',
  'alert_destination.change',
  'alert_destination.delete',
  'alert_destination.pause',
  'alert_destination.resume',
  'alert_destination.rotate',
  'alert_maintenance.create',
  'alert_maintenance.delete',
] as const;

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
