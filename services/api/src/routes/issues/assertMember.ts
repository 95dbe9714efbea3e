import { isMember, type IssueAssignment, type IssueStatusChange } from '@sluice/db';
import { ApiError, type RouteContext } from '@sluice/management';

/** Requires that whom issues are assigned to is a member of the organization. @throws ApiError 400 `not_a_member` */
export async function assertMember(
  changes: readonly (IssueStatusChange | IssueAssignment)[],
  { db, project: { organizationId } }: RouteContext,
): Promise<void> {
  for (const change of changes) {
    if (!('assigneeId' in change) || change.assigneeId === null) continue;
    if (await isMember(db, { organizationId, userId: change.assigneeId })) continue;
    const message = `assignee: the organization has no member with the id ${change.assigneeId}. \`GET /organizations/{org}/members\` lists them.`;
    throw new ApiError(400, 'not_a_member', message);
  }
}
