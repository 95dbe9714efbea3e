import { useSearch } from '../../lib/useSearch';
import { isAuditAction, type AuditAction } from './auditActions';
import { dayRange } from './dayRange';

/** Which changes the URL asks for, as the API takes it. */
export interface AuditQuery {
  readonly action?: AuditAction;
  readonly userId?: string;
  readonly project?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Returns the filter of the audit log that the URL has; parts that name nothing are left out. */
export function useAuditFilter(): AuditQuery {
  const { action = '', userId = '', project = '', first = '', last = '' } = useSearch();
  return {
    ...(isAuditAction(action) ? { action } : {}),
    ...(/^\d{1,18}$/.test(userId) ? { userId } : {}),
    ...(project === '' ? {} : { project }),
    ...dayRange(first, last),
  };
}
