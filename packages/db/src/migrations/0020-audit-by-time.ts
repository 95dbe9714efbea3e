import type { Migration } from './migration.js';

/** The audit log is read in the order of time: each filter has an index that begins with it and ends with that order. */
export const auditByTime: Migration = {
  name: '0020-audit-by-time',
  statements: () => [
    `create index audit_log_by_time on audit_log (organization_id, at, id)`,
    `create index audit_log_by_action on audit_log (organization_id, action, at, id)`,
    `create index audit_log_by_user on audit_log (organization_id, user_id, at, id) where user_id is not null`,
    `create index audit_log_by_project on audit_log (organization_id, project_id, at, id) where project_id is not null`,
    `drop index audit_log_action`,
    `drop index audit_log_user`,
  ],
};
