import type { CallParts } from '../../api/callApi';

/** A kind of change in the audit log. */
export type AuditAction = NonNullable<
  NonNullable<CallParts<'GET /api/0/organizations/{org}/audit'>['query']>['action']
>;

/** Every kind of change, in words. The type fails if the API has another one. */
export const ACTIONS: Readonly<Record<AuditAction, string>> = {
  'organization.create': 'Organization created',
  'organization.settings': 'Quotas changed',
  'project.create': 'Project created',
  'project.settings': 'Settings changed',
  'project.delete': 'Project deleted',
  'project.erase': 'Data of a project erased',
  'user.erase': 'Data of a user erased',
  'project.lift': 'Spike cap lifted',
  'comment.delete': 'Comment of another user deleted',
  'key.create': 'Key created',
  'key.disable': 'Key disabled',
  'token.create': 'Token created',
  'token.revoke': 'Token revoked',
  'member.add': 'Member added',
  'member.role': 'Role changed',
  'member.change': 'Name or email address changed',
  'member.password': 'Password set',
  'member.totp': 'One-time codes switched',
  'member.identity': 'Sign-in provider linked',
  'member.credentials': 'Credentials removed',
  'member.sessions': 'Sessions ended',
  'member.remove': 'Member removed',
  'member.disable': 'Account disabled',
  'member.enable': 'Account enabled',
  'invitation.create': 'Invitation created',
  'invitation.revoke': 'Invitation revoked',
  'alert_rule.create': 'Alert rule created',
  'alert_rule.change': 'Alert rule changed',
  'alert_rule.delete': 'Alert rule deleted',
  'alert_destination.create': 'Alert destination created',
  'alert_destination.change': 'Alert destination changed',
  'alert_destination.delete': 'Alert destination deleted',
  'alert_destination.pause': 'Alert destination paused',
  'alert_destination.resume': 'Alert destination resumed',
  'alert_destination.rotate': 'Signing secrets of an alert destination changed',
  'alert_maintenance.create': 'Maintenance window created',
  'alert_maintenance.delete': 'Maintenance window deleted',
};

/** Returns whether a text names a kind of change. */
export const isAuditAction = (value: string): value is AuditAction => Object.hasOwn(ACTIONS, value);
