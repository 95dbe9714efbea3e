import type { Client, Integration } from '../../core/client.js';
import { addBreadcrumb } from '../../core/scope.js';
import { describeCall } from '../describeCall.js';
import { all } from '../hooks/all.js';
import { levelOf, watchConsole } from '../hooks/consoleCalls.js';
import { listen } from '../hooks/listen.js';
import { watchNavigations } from '../hooks/navigations.js';
import { requestName, watchRequests } from '../hooks/requests.js';
import { pathOf } from '../pageAddress.js';
import { selectorOf } from '../selectorOf.js';

/** Kinds of breadcrumbs; each is on unless `false`. */
export interface BreadcrumbsOptions {
  readonly console?: boolean;
  readonly clicks?: boolean;
  readonly navigations?: boolean;
  readonly requests?: boolean;
}

const PARTS: Record<keyof BreadcrumbsOptions, (client: Client) => () => void> = {
  console: (client) =>
    watchConsole(client, ({ method, args }) =>
      addBreadcrumb({ category: 'console', level: levelOf(method), message: describeCall(args) }),
    ),
  clicks: (client) =>
    listen(client, document, 'click', (event: Event) =>
      addBreadcrumb({ category: 'ui.click', message: selectorOf(event.composedPath()[0]) }),
    ),
  navigations: (client) =>
    watchNavigations(client, ({ from, to }) =>
      addBreadcrumb({ category: 'navigation', data: { from: pathOf(from), to: pathOf(to) } }),
    ),
  requests: (client) =>
    watchRequests(client, (request) => ({ status, hasFailed }) => {
      const isBad = hasFailed || (status ?? 0) >= 400;
      const message = requestName(request);
      addBreadcrumb({ category: 'http', level: isBad ? 'error' : 'info', message, data: { status_code: status ?? 0 } });
    }),
};

/**
 * Records breadcrumbs for later exceptions: console calls, clicks (the element, never its text), navigations, and requests
 * without their query, except those of the SDK.
 */
export const breadcrumbs = (options: BreadcrumbsOptions = {}): Integration => ({
  name: 'breadcrumbs',
  setup: (client) => {
    const names = Object.keys(PARTS) as (keyof BreadcrumbsOptions)[];
    return all(...names.filter((name) => options[name] !== false).map((name) => PARTS[name](client)));
  },
});
