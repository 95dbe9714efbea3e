import { auditApi } from '@sluice/api-contract';
import { listAudit, type AuditLine } from '@sluice/reading';
import { ApiError, readRange, type Route, serve } from '@sluice/management';
import { bySlug, slugAfter } from './slugPage.js';

const toWire = ({ at, ...rest }: AuditLine) => ({ ...rest, at: at.toISOString() });

const list = serve(auditApi.list, async ({ query }, { db, organization }) => {
  const page = { list: 'audit', limit: query.limit, organization };
  const { userId, action, project } = query;
  if (userId !== undefined && !/^\d+$/.test(userId)) throw new ApiError(400, 'bad_query', 'userId must be an id.');
  const range = readRange(query);
  const filter = { action, userId, project, ...range, limit: query.limit + 1, after: slugAfter(query, page) };
  const { rows, next } = bySlug(await listAudit(db, organization.id, filter), page, (one) => one.id);
  return { body: { data: rows.map(toWire), next, scannedTo: null } };
});

/** The audit log of an organization. */
export const auditRoutes: readonly Route<'organization'>[] = [list];
