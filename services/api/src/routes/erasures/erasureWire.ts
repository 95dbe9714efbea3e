import type { Erasure, OrganizationErasure } from '@sluice/erasure';

/** Returns an erasure as the API answers it. */
export const erasureWire = (one: Erasure) => ({
  id: one.id,
  kind: one.kind,
  user: one.userKey,
  project: one.slug,
  before: one.before?.toISOString() ?? null,
  requestedBy: one.requestedBy,
  requestedAt: one.requestedAt.toISOString(),
  state: one.state,
  finishedAt: one.finishedAt?.toISOString() ?? null,
  events: one.events,
});

/** Returns an erasure of an organization as the API answers it. */
export const organizationErasureWire = ({ requestedAt, finishedAt, ...one }: OrganizationErasure) => ({
  ...one,
  requestedAt: requestedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
