import type { ISSUE_STATUSES } from '@sluice/api-contract';
import { parseTimestamp } from '@sluice/contract';
import type { IgnoreUntil, IssueAssignment, IssueStatusChange } from '@sluice/issues';
import { ApiError, type RouteContext } from '@sluice/management';
import { assigneeOf } from './issueQuery.js';

/** A change as requested. */
export interface ChangeBody {
  readonly status?: (typeof ISSUE_STATUSES)[number];
  readonly resolvedIn?: string;
  readonly resolvedInNext?: boolean;
  readonly ignoreUntil?: { readonly time?: string; readonly events?: number; readonly users?: number };
  readonly regressed?: boolean;
  readonly assignee?: string | null;
}

/** Which status each field belongs to. */
const STATUS_OF = {
  resolvedIn: 'resolved',
  resolvedInNext: 'resolved',
  ignoreUntil: 'ignored',
  regressed: 'open',
} as const;

const invalid = (message: string): ApiError => new ApiError(422, 'invalid_body', message);

/** Returns the changes that a body asks for, first the one that may be refused. @throws ApiError 422 */
export function readChanges(
  body: ChangeBody,
  { actor }: RouteContext,
): readonly (IssueStatusChange | IssueAssignment)[] {
  for (const [field, status] of Object.entries(STATUS_OF)) {
    if (body[field as keyof typeof STATUS_OF] !== undefined && body.status !== status) {
      throw invalid(`${field} is only valid with status ${status}.`);
    }
  }
  if (body.resolvedIn !== undefined && body.resolvedInNext === true) {
    throw invalid('Give either resolvedIn or resolvedInNext.');
  }
  const changes = [
    ...(body.assignee === undefined
      ? []
      : [{ assigneeId: body.assignee === null ? null : assigneeOf(body.assignee, actor) }]),
    ...(body.status === undefined ? [] : [statusChange(body.status, body)]),
  ];
  if (changes.length === 0) throw invalid('Give status or assignee.');
  return changes;
}

function statusChange(status: NonNullable<ChangeBody['status']>, body: ChangeBody): IssueStatusChange {
  switch (status) {
    case 'open':
      return { status, isRegressed: body.regressed ?? false };
    case 'ignored':
      return { status, until: ignoreUntilOf(body.ignoreUntil ?? {}) };
    case 'resolved':
      return {
        status,
        ...(body.resolvedIn === undefined ? {} : { resolvedIn: body.resolvedIn }),
        inNextRelease: body.resolvedInNext ?? false,
      };
  }
}

function ignoreUntilOf({ time, events, users }: NonNullable<ChangeBody['ignoreUntil']>): IgnoreUntil {
  const ms = time === undefined ? undefined : parseTimestamp(time);
  if (time !== undefined && ms === undefined) {
    throw invalid('ignoreUntil.time must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.');
  }
  return {
    ...(ms === undefined ? {} : { time: new Date(ms) }),
    ...(events === undefined ? {} : { events }),
    ...(users === undefined ? {} : { users }),
  };
}
