import type { OrganizationContext, RouteContext } from '@sluice/management';

/** Context of an operation that exists for a project and for its whole organization. */
export type AlertContext = RouteContext | OrganizationContext;

/** Rules, firings or deliveries of one project or of an organization. */
interface Scope {
  readonly organizationId: string;
  /** `undefined`: the whole organization. */
  readonly projectId?: string;
}

/** Returns whose rules, firings or deliveries a request is about. */
export const scopeOf = (context: AlertContext): Scope =>
  'project' in context
    ? { organizationId: context.project.organizationId, projectId: context.project.id }
    : { organizationId: context.organization.id };
