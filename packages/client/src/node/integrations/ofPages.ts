import type { BreadcrumbsOptions } from '../../browser/integrations/breadcrumbs.js';
import type { BrowserTracingOptions } from '../../browser/integrations/browserTracing.js';
import type { HttpErrorsOptions } from '../../browser/integrations/httpErrors.js';
import type { WebVitalsOptions } from '../../browser/integrations/webVitals.js';
import type { Integration } from '../../core/client.js';
import type { SessionRules } from '../../replay/session.js';

// So that one module can be imported where a page is shown and where a server renders it.

/** What `replay` takes in a page, told without the DOM: the types of a server's program have none. */
export interface ReplayOptions extends Partial<SessionRules> {
  readonly mask?: boolean;
  readonly block?: string | undefined;
  readonly segmentMs?: number;
  readonly load?: () => Promise<unknown>;
}

const inert = (name: string) => (): Integration => ({ name, setup: () => undefined });

/** Does nothing in Node: clicks and navigations are of pages. `addBreadcrumb` works. */
export const breadcrumbs: (options?: BreadcrumbsOptions) => Integration = inert('breadcrumbs');

/** Does nothing in Node, where no page is loaded: `expressRequests` and `httpSpans` trace a server. */
export const browserTracing: (options?: BrowserTracingOptions) => Integration = inert('browserTracing');

/** Does nothing in Node, where `uncaughtErrors` and `unhandledRejections` do this, and are always there. */
export const globalErrors: () => Integration = inert('globalErrors');

/** Does nothing in Node, where no page is viewed. `hit` works. */
export const hits: () => Integration = inert('hits');

/** Does nothing in Node: an answer from 500 on makes a span of `httpSpans` an `error`, and is no exception. */
export const httpErrors: (options?: HttpErrorsOptions) => Integration = inert('httpErrors');

/** Does nothing in Node, where there is nothing to see. */
export const replay: (options?: ReplayOptions) => Integration = inert('replay');

/** Does nothing in Node, where no page is loaded. */
export const webVitals: (options?: WebVitalsOptions) => Integration = inert('webVitals');
