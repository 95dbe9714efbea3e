import { listFirings, type ListedFiring } from '@sluice/alerts';
import { firingsApi, type QueryOf } from '@sluice/api-contract';
import { pageReply, readPage, serve, type Route } from '@sluice/management';
import { scopeOf, type AlertContext } from './alertScope.js';

const LIST = 'firings';

const toWire = ({ ruleId, rule, at, ...rest }: ListedFiring) => ({
  ...rest,
  rule: { id: ruleId, name: rule },
  at: at.toISOString(),
});

interface ListRequest {
  readonly query: QueryOf<typeof firingsApi.listOfProject>;
}

const list = async ({ query }: ListRequest, context: AlertContext) => {
  const page = await listFirings(context.db, scopeOf(context), readPage(query, LIST, context), query);
  return pageReply(page, LIST, context, toWire);
};

/** Firings of a project. */
export const projectFiringsRoutes: readonly Route[] = [serve(firingsApi.listOfProject, list)];
/** Firings of an organization. */
export const organizationFiringsRoutes: readonly Route<'organization'>[] = [serve(firingsApi.listOfOrganization, list)];
